import { Stack } from '@mantine/core';
import { FactList } from '../../parts/fact-list.tsx';
import { resultRows } from '../../tasks/result/result-rows.ts';
import type { ToolResultProps } from '../kind.ts';
import { ProfileDrawing } from './profile-drawing.tsx';
import { profileShape } from './profile-shape.ts';
import { TERRAIN_FACTS } from './terrain-facts.ts';
import { volumeFacts } from './volume-facts.ts';
import { VolumeResult } from './volume-result.tsx';

/** Figures of a tool, with a drawing of a profile and a table of several volumes. */
export function TerrainResult({ toolId, facts }: ToolResultProps) {
  const volume = toolId === 'volume' ? volumeFacts(facts) : undefined;
  if (volume !== undefined) return <VolumeResult volume={volume} />;
  const shape = toolId === 'profile' ? profileShape(facts['profile']) : undefined;
  // A drawn profile is not written as well.
  const told = Object.entries(facts).filter(([name]) => shape === undefined || name !== 'profile');
  return (
    <Stack gap="md">
      {shape !== undefined && <ProfileDrawing shape={shape} />}
      <FactList facts={resultRows(toolId, Object.fromEntries(told), TERRAIN_FACTS)} />
    </Stack>
  );
}
