import { Button, Progress, Text } from '@mantine/core';
import type { DatasetRef } from '../api/addresses.ts';
import type { Entry } from '../api/answers.ts';
import { wasCancelled } from '../api/entries.ts';
import { missingText } from '../files/missing-text.ts';
import { useRebuild } from '../files/use-rebuild.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { Problem } from '../parts/problem.tsx';

type MapWaitingProps = { readonly datasetRef: DatasetRef; readonly entry: Entry; readonly canWrite: boolean };

/** Stands where the map will be: how far its build is, or why there is none. The page asks the service meanwhile. */
export function MapWaiting({ datasetRef, entry, canWrite }: MapWaitingProps) {
  const again = useRebuild(datasetRef);
  if (entry.buildStatus === 'failed') {
    return (
      <EmptyState title={wasCancelled(entry) ? 'The build of the map was cancelled' : 'The map could not be made'}>
        <Text className="al-reason">{entry.buildError ?? 'The service gave no reason.'}</Text>
        <Text c="dimmed">The file itself is stored and can be downloaded.</Text>
        {again.error !== null && <Problem title="The build was not started" error={again.error} />}
        {canWrite && (
          <Button loading={again.isPending} onClick={() => again.mutate(entry.path)}>
            Build again
          </Button>
        )}
      </EmptyState>
    );
  }
  if (entry.buildStatus === 'pending') {
    return (
      <EmptyState title="The map is on hold">
        <Text c="dimmed">{missingText(entry)}. Upload what is missing beside this file.</Text>
      </EmptyState>
    );
  }
  const percent = Math.round(entry.buildProgress ?? 0);
  const running = entry.buildStatus === 'building';
  return (
    <EmptyState title="The map is being made">
      <Progress value={percent} w="min(320px, 80vw)" aria-label="Making the map" animated={running} />
      <Text c="dimmed" role="status">
        {running
          ? `${percent} % done. The map opens here by itself.`
          : 'Waiting for a free worker. The map opens here by itself.'}
      </Text>
    </EmptyState>
  );
}
