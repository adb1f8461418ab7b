import { FactList } from '../../parts/fact-list.tsx';
import { resultRows } from '../../tasks/result/result-rows.ts';
import type { ToolFacts } from '../../tasks/result/tool-facts.ts';
import type { ToolResultProps } from '../kind.ts';

const FACTS: ToolFacts = {
  'pointcloud-export': [{ at: 'points', label: 'Points' }],
  'pointcloud-merge': [
    { at: 'clouds', label: 'Clouds merged' },
    { at: 'points', label: 'Points' },
    { at: 'exact', label: 'Coordinates unchanged' },
  ],
  'pointcloud-profile': [
    { at: 'length', label: 'Length', unit: 'm' },
    { at: 'points', label: 'Points' },
    { at: 'lowest', label: 'Lowest point', unit: 'm' },
    { at: 'highest', label: 'Highest point', unit: 'm' },
    { at: 'picturePath', label: 'Picture' },
  ],
  'pointcloud-raster': [
    { at: 'width', label: 'Columns' },
    { at: 'height', label: 'Rows' },
    { at: 'points', label: 'Points used' },
    { at: 'pixelsWithPoints', label: 'Pixels with points' },
    { at: 'pixelsFilled', label: 'Pixels filled', unlessZero: true },
    { at: 'min', label: 'Lowest value' },
    { at: 'max', label: 'Highest value' },
    { at: 'ground', label: 'Ground points', words: { classes: 'By class 2', filter: 'By the ground filter' } },
  ],
};

export const PointCloudResult = ({ toolId, facts }: ToolResultProps) => (
  <FactList facts={resultRows(toolId, facts, FACTS)} />
);
