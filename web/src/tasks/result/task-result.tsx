import { Stack, Text } from '@mantine/core';
import { FactList } from '../../parts/fact-list.tsx';
import { alignSentence } from '../../kinds/raster/align-sentence.ts';
import { ProfileDrawing } from '../../kinds/terrain/profile-drawing.tsx';
import { profileShape } from '../../kinds/terrain/profile-shape.ts';
import { resultRows } from './result-rows.ts';
import { volumeFacts } from '../../kinds/terrain/volume-facts.ts';
import { VolumeResult } from '../../kinds/terrain/volume-result.tsx';

type TaskResultProps = { readonly toolId: string; readonly facts: Readonly<Record<string, unknown>> };

/** What a tool found out, for people: figures with their units, and a drawing or a sentence where that says more. */
export function TaskResult({ toolId, facts }: TaskResultProps) {
  const volume = toolId === 'volume' ? volumeFacts(facts) : undefined;
  if (volume !== undefined) return <VolumeResult volume={volume} />;
  const shape = toolId === 'profile' ? profileShape(facts['profile']) : undefined;
  const sentence = toolId === 'align-raster' ? alignSentence(facts) : undefined;
  // What is drawn is not written as well.
  const told = Object.entries(facts).filter(([name]) => shape === undefined || name !== 'profile');
  return (
    <Stack gap="md">
      {shape !== undefined && <ProfileDrawing shape={shape} />}
      {sentence !== undefined && <Text>{sentence}</Text>}
      <FactList facts={resultRows(toolId, Object.fromEntries(told))} />
    </Stack>
  );
}
