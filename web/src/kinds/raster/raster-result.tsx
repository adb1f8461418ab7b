import { Stack, Text } from '@mantine/core';
import { FactList } from '../../parts/fact-list.tsx';
import { resultRows } from '../../tasks/result/result-rows.ts';
import type { ToolFacts } from '../../tasks/result/tool-facts.ts';
import type { ToolResultProps } from '../kind.ts';
import { alignSentence } from './align-sentence.ts';
import { zoneRows } from './zone-rows.ts';
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
  'raster-zones': [
    { at: 'features', label: i18n.t('Areas') },
    { at: 'area_m2', label: i18n.t('Area'), unit: 'm²' },
    { at: 'minArea', label: i18n.t('Smallest area'), unit: 'm²' },
    { at: 'mergedPieces', label: i18n.t('Smaller pieces that went to a neighbour') },
    { at: 'lonePieces', label: i18n.t('Smaller pieces without a neighbour'), unlessZero: true },
    { at: 'pixelSize', label: i18n.t('Size of a pixel'), unit: 'm' },
  ],
};

/** Facts of zones that say the same in other words, or are of use to programs alone. */
const HIDDEN_OF_ZONES = ['classes', 'columns', 'rows', 'isReduced', 'positions'];

/** Figures of a tool, after a sentence that sums up an alignment; of zones also their classes. */
export function RasterResult({ toolId, facts }: ToolResultProps) {
  const sentence = toolId === 'align-raster' ? alignSentence(facts) : undefined;
  return (
    <Stack gap="md">
      {sentence !== undefined && <Text>{sentence}</Text>}
      {toolId === 'raster-zones' ? (
        <FactList
          facts={[
            ...zoneRows(facts),
            ...resultRows(
              toolId,
              Object.fromEntries(Object.entries(facts).filter(([name]) => !HIDDEN_OF_ZONES.includes(name))),
              FACTS,
            ),
          ]}
        />
      ) : (
        <FactList facts={resultRows(toolId, facts, FACTS)} />
      )}
    </Stack>
  );
}
