import { FactList } from '../../parts/fact-list.tsx';
import { resultRows } from '../../tasks/result/result-rows.ts';
import type { ToolFacts } from '../../tasks/result/tool-facts.ts';
import type { ToolResultProps } from '../kind.ts';
import { i18n } from '../../languages/i18n.ts';

const FACTS: ToolFacts = {
  'pointcloud-export': [{ at: 'points', label: i18n.t('Points') }],
  'pointcloud-merge': [
    { at: 'clouds', label: i18n.t('Clouds merged') },
    { at: 'points', label: i18n.t('Points') },
    { at: 'exact', label: i18n.t('Coordinates unchanged') },
  ],
  'pointcloud-profile': [
    { at: 'length', label: i18n.t('Length'), unit: 'm' },
    { at: 'points', label: i18n.t('Points') },
    { at: 'lowest', label: i18n.t('Lowest point'), unit: 'm' },
    { at: 'highest', label: i18n.t('Highest point'), unit: 'm' },
    { at: 'picturePath', label: i18n.t('Picture') },
  ],
  'pointcloud-raster': [
    { at: 'width', label: i18n.t('Columns') },
    { at: 'height', label: i18n.t('Rows') },
    { at: 'points', label: i18n.t('Points used') },
    { at: 'pixelsWithPoints', label: i18n.t('Pixels with points') },
    { at: 'pixelsFilled', label: i18n.t('Pixels filled'), unlessZero: true },
    { at: 'min', label: i18n.t('Lowest value') },
    { at: 'max', label: i18n.t('Highest value') },
    {
      at: 'ground',
      label: i18n.t('Ground points'),
      words: { classes: i18n.t('By class 2'), filter: 'By the ground filter' },
    },
  ],
};

export const PointCloudResult = ({ toolId, facts }: ToolResultProps) => (
  <FactList facts={resultRows(toolId, facts, FACTS)} />
);
