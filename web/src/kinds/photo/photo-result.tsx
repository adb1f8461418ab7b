import { FactList } from '../../parts/fact-list.tsx';
import { resultRows } from '../../tasks/result/result-rows.ts';
import { FILES, type ToolFacts } from '../../tasks/result/tool-facts.ts';
import type { ToolResultProps } from '../kind.ts';

const FACTS: ToolFacts = {
  georeference: [
    { at: 'footprints', label: 'Footprints' },
    { at: 'leftOut', label: 'Photos without one', unlessZero: true },
  ],
  photogrammetry: [
    { at: 'photos', label: 'Photos' },
    ...FILES,
    { at: 'bytes', label: 'Size', unit: 'bytes' },
    { at: 'dataset', label: 'New dataset' },
  ],
};

export const PhotoResult = ({ toolId, facts }: ToolResultProps) => (
  <FactList facts={resultRows(toolId, facts, FACTS)} />
);
