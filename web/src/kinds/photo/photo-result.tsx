import { FactList } from '../../parts/fact-list.tsx';
import { resultRows } from '../../tasks/result/result-rows.ts';
import { FILES, type ToolFacts } from '../../tasks/result/tool-facts.ts';
import type { ToolResultProps } from '../kind.ts';
import { i18n } from '../../languages/i18n.ts';

const FACTS: ToolFacts = {
  georeference: [
    { at: 'footprints', label: i18n.t('Footprints') },
    { at: 'leftOut', label: i18n.t('Photos without one'), unlessZero: true },
  ],
  photogrammetry: [
    { at: 'photos', label: i18n.t('Photos') },
    ...FILES,
    { at: 'bytes', label: i18n.t('Size'), unit: 'bytes' },
    { at: 'dataset', label: i18n.t('New dataset') },
  ],
};

export const PhotoResult = ({ toolId, facts }: ToolResultProps) => (
  <FactList facts={resultRows(toolId, facts, FACTS)} />
);
