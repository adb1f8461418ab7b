import { Stack, Text } from '@mantine/core';
import { FactList } from '../../parts/fact-list.tsx';
import { resultRows } from '../../tasks/result/result-rows.ts';
import type { ToolFacts } from '../../tasks/result/tool-facts.ts';
import type { ToolResultProps } from '../kind.ts';
import { alignSentence } from './align-sentence.ts';

const FACTS: ToolFacts = {
  'align-raster': [
    { at: 'tx', label: 'Moved to the east', unit: 'm' },
    { at: 'ty', label: 'Moved to the north', unit: 'm' },
    { at: 'thetaDeg', label: 'Turned counterclockwise', unit: '°' },
    { at: 'scale', label: 'Enlarged by the factor' },
    { at: 'shiftZ', label: 'Added to heights, in the unit of the file', unit: 'file', unlessZero: true },
    { at: 'rmse', label: 'Error that is left (root mean square)', unit: 'm' },
    { at: 'inlierCount', label: 'Places that agree' },
    { at: 'inlierRatio', label: 'Share of the compared places', unit: 'share' },
    { at: 'confidence', label: 'Confidence', unit: 'share' },
    {
      at: 'mode',
      label: 'How it may move',
      words: { similarity: 'shift, turn and enlarge', translation: 'shift only' },
    },
    { at: 'warning', label: 'Warning' },
  ],
  'merge-multispectral': [
    { at: 'bands', label: 'Bands' },
    { at: 'width', label: 'Width', unit: 'px' },
    { at: 'height', label: 'Height', unit: 'px' },
  ],
};

/** Figures of a tool, after a sentence that sums up an alignment. */
export function RasterResult({ toolId, facts }: ToolResultProps) {
  const sentence = toolId === 'align-raster' ? alignSentence(facts) : undefined;
  return (
    <Stack gap="md">
      {sentence !== undefined && <Text>{sentence}</Text>}
      <FactList facts={resultRows(toolId, facts, FACTS)} />
    </Stack>
  );
}
