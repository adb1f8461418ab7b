import { Alert, Button, Progress, Text } from '@mantine/core';
import type { DatasetRef } from '../api/addresses.ts';
import type { Entry } from '../api/answers.ts';
import { wasCancelled } from '../api/entries.ts';
import { DownloadProblem } from '../files/download-problem.tsx';
import { shownName } from '../files/entry-path.ts';
import { missingText } from '../files/missing-text.ts';
import { useDownload } from '../files/use-download.ts';
import { useRebuild } from '../files/use-rebuild.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { Problem } from '../parts/problem.tsx';
import { i18n } from '../languages/i18n.ts';

type SceneWaitingProps = {
  readonly datasetRef: DatasetRef;
  readonly entry: Entry;
  /** False where other files are shown below. */
  readonly isAlone: boolean;
  /** False for a file of a kind without a 3D view. */
  readonly isViewable: boolean;
  readonly canWrite: boolean;
};

/** Stands for a file that is not there yet: how far its build is, or why there is none. The page asks the service meanwhile. */
export function SceneWaiting({ datasetRef, entry, isAlone, isViewable, canWrite }: SceneWaitingProps) {
  const again = useRebuild(datasetRef);
  const download = useDownload(datasetRef);
  const { title, reason, percent } = waitingText(entry, isViewable);
  if (!isAlone)
    return (
      <Alert color="gray" variant="light" title={shownName(entry.path)} className="al-problem">
        {reason === '' ? title : `${title}. ${reason}`}
      </Alert>
    );
  const isFailed = isViewable && entry.buildStatus === 'failed';
  return (
    <EmptyState title={title}>
      {percent !== null && (
        <Progress value={percent} w="min(320px, 80vw)" aria-label={i18n.t('Preparing the 3D view')} />
      )}
      {reason !== '' && (
        <Text className={isFailed ? 'al-reason' : ''} c={isFailed ? undefined : 'dimmed'} role="status">
          {reason}
        </Text>
      )}
      {isFailed && download.offered && (
        <Text c="dimmed">{i18n.t('Correct the file and upload it again, or download it as it is.')}</Text>
      )}
      {again.error !== null && <Problem title={i18n.t('The build was not started')} error={again.error} />}
      <DownloadProblem download={download} />
      {isFailed && canWrite && (
        <Button loading={again.isPending} onClick={() => again.mutate(entry.path)}>
          {i18n.t('Build again')}
        </Button>
      )}
      {download.offered && (
        <Button variant="default" onClick={() => download.start([entry.path])}>
          {i18n.t('Download the original')}
        </Button>
      )}
    </EmptyState>
  );
}

type WaitingText = { readonly title: string; readonly reason: string; readonly percent: number | null };

export function waitingText(entry: Entry, isViewable: boolean): WaitingText {
  const { buildStatus, buildError, buildProgress } = entry;
  if (!isViewable)
    return {
      title: i18n.t('This file has no 3D view'),
      reason: i18n.t('The scene shows point clouds, 3D models, Gaussian splats, 3D Tiles and rasters.'),
      percent: null,
    };
  if (buildStatus === 'failed') {
    const title = wasCancelled(entry)
      ? i18n.t('The build of the 3D view was cancelled')
      : i18n.t('The 3D view could not be made');
    return { title, reason: buildError ?? i18n.t('The service gave no reason.'), percent: null };
  }
  if (buildStatus === 'pending')
    return {
      title: i18n.t('The 3D view is on hold'),
      reason: i18n.t('{missing}. Upload what is missing beside this file.', { missing: missingText(entry) }),
      percent: null,
    };
  const percent = Math.round(buildProgress ?? 0);
  return buildStatus === 'building'
    ? {
        title: i18n.t('Preparing, {percent} %', { percent }),
        reason: i18n.t('The scene opens here by itself.'),
        percent,
      }
    : {
        title: i18n.t('Preparing'),
        reason: i18n.t('Waiting for a free worker. The scene opens here by itself.'),
        percent,
      };
}
