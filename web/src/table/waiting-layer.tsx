import { Button, Progress, Text } from '@mantine/core';
import type { DatasetRef } from '../api/addresses.ts';
import type { Entry } from '../api/answers.ts';
import { wasCancelled } from '../api/entries.ts';
import { missingText } from '../files/missing-text.ts';
import { useRebuild } from '../files/use-rebuild.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { Problem } from '../parts/problem.tsx';
import { i18n } from '../languages/i18n.ts';

type WaitingLayerProps = { readonly datasetRef: DatasetRef; readonly entry: Entry; readonly canWrite: boolean };

/** Stands where the table will be: how far the build of its file is, or why it failed. */
export function WaitingLayer({ datasetRef, entry, canWrite }: WaitingLayerProps) {
  const again = useRebuild(datasetRef);
  if (entry.buildStatus === 'failed') {
    return (
      <EmptyState
        title={
          wasCancelled(entry) ? i18n.t('The build of the table was cancelled') : i18n.t('The table could not be made')
        }
      >
        <Text className="al-reason">{entry.buildError ?? i18n.t('The service gave no reason.')}</Text>
        {again.error !== null && <Problem title={i18n.t('The build was not started')} error={again.error} />}
        {canWrite && (
          <Button loading={again.isPending} onClick={() => again.mutate(entry.path)}>
            {i18n.t('Build again')}
          </Button>
        )}
      </EmptyState>
    );
  }
  if (entry.buildStatus === 'pending') {
    return (
      <EmptyState title={i18n.t('The table is on hold')}>
        <Text c="dimmed">
          {i18n.t('{missing}. Upload what is missing beside this file.', { missing: missingText(entry) })}
        </Text>
      </EmptyState>
    );
  }
  const percent = Math.round(entry.buildProgress ?? 0);
  const isRunning = entry.buildStatus === 'building';
  return (
    <EmptyState title={i18n.t('The table is being prepared')}>
      <Progress value={percent} w="min(320px, 80vw)" aria-label={i18n.t('Preparing the table')} animated={isRunning} />
      <Text c="dimmed" role="status">
        {isRunning
          ? i18n.t('Preparing, {percent} %. It opens here by itself.', { percent })
          : i18n.t('Waiting for a free worker. It opens here by itself.')}
      </Text>
    </EmptyState>
  );
}
