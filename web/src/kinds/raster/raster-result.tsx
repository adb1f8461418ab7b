import { Stack, Text } from '@mantine/core';
import { FactList } from '../../parts/fact-list.tsx';
import { resultRows } from '../../tasks/result/result-rows.ts';
import type { ToolFacts } from '../../tasks/result/tool-facts.ts';
import type { ToolResultProps } from '../kind.ts';
import { alignSentence } from './align-sentence.ts';
import { i18n } from '../../languages/i18n.ts';

const FACTS: ToolFacts = {
  'align-raster': [
    { at: 'tx', label: i18n.t('Moved to the east'), unit: 'm' },
    { at: 'ty', label: i18n.t('Moved to the north'), unit: 'm' },
    { at: 'thetaDeg', label: i18n.t('Turned counterclockwise'), unit: '°' },
    { at: 'scale', label: i18n.t('Enlarged by the factor') },
    { at: 'shiftZ', label: i18n.t('Added to heights, in the unit of the file'), unit: 'file', unlessZero: true },
    { at: 'rmse', label: i18n.t('Error that is left (root mean square)'), unit: 'm' },
    { at: 'inlierCount', label: i18n.t('Places that agree') },
    { at: 'inlierRatio', label: i18n.t('Share of the compared places'), unit: 'share' },
    { at: 'confidence', label: i18n.t('Confidence'), unit: 'share' },
    {
      at: 'mode',
      label: i18n.t('How it may move'),
      words: { similarity: i18n.t('shift, turn and enlarge'), translation: i18n.t('shift only') },
    },
    { at: 'warning', label: i18n.t('Warning') },
  ],
  'merge-multispectral': [
    { at: 'bands', label: i18n.t('Bands') },
    { at: 'width', label: i18n.t('Width'), unit: 'px' },
    { at: 'height', label: i18n.t('Height'), unit: 'px' },
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
