import { Group, Skeleton, Text } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { DatasetRef } from '../api/addresses.ts';
import { buildsQuery, clearBuilds, isActiveBuild, JOBS_PER_PAGE } from '../api/builds.ts';
import { keys } from '../api/keys.ts';
import { BuildTable } from '../builds/build-table.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Problem } from '../parts/problem.tsx';
import { soon } from '../parts/soon.tsx';
import { ClearButton } from '../tasks/clear-button.tsx';
import { PageButtons } from './page-buttons.tsx';
import { i18n } from '../languages/i18n.ts';

const BuildDialog = soon(async () => (await import('../builds/build-dialog.tsx')).BuildDialog);

type BuildsPartProps = { readonly datasetRef: DatasetRef; readonly mayClear: boolean };

/** What the service makes, has made and could not make of the files of a dataset. */
export function BuildsPart({ datasetRef, mayClear }: BuildsPartProps) {
  const { page: pageText } = useSearch({ from: '/r/$org/$ds/activity' });
  const navigate = useNavigate({ from: '/r/$org/$ds/activity' });
  const queries = useQueryClient();
  const page = Math.max(1, Number.parseInt(pageText ?? '1', 10) || 1);
  const jobs = useQuery({ ...buildsQuery(datasetRef, page), placeholderData: keepPreviousData });
  const clear = useMutation({
    mutationFn: () => clearBuilds(datasetRef),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.builds(datasetRef) }),
  });
  const [log, setLog] = useState({ jobId: '', path: '', opened: false });
  const list = jobs.data ?? [];
  const show = (next: number): void => {
    void navigate({ search: (old) => ({ ...old, page: next <= 1 ? undefined : String(next) }) });
  };
  return (
    <>
      {mayClear && (
        <Group gap="sm" justify="flex-end">
          <ClearButton
            warning={i18n.t('Logs go as well. What was built stays, and so does why the build of a file failed.')}
            busy={clear.isPending}
            disabled={list.every(isActiveBuild)}
            onClear={() => clear.mutate()}
          />
        </Group>
      )}
      {clear.error !== null && (
        <Problem title={i18n.t('The list was not cleared')} error={clear.error} onClose={clear.reset} />
      )}
      {jobs.isPending && <Skeleton height={240} radius="md" />}
      {jobs.error !== null && (
        <Problem
          title={i18n.t('The builds could not be read')}
          error={jobs.error}
          onRetry={() => void jobs.refetch()}
        />
      )}
      {jobs.data !== undefined && list.length === 0 && (
        <EmptyState title={page === 1 ? i18n.t('There is no build') : i18n.t('There are no older builds')}>
          <Text c="dimmed" ta="center">
            {i18n.t('What the service makes of rasters and vector files appears here.')}
          </Text>
        </EmptyState>
      )}
      {list.length > 0 && (
        <BuildTable jobs={list} onLog={({ jobId, path }) => setLog({ jobId, path: path ?? '', opened: true })} />
      )}
      <PageButtons
        hasNewer={page > 1}
        hasOlder={list.length === JOBS_PER_PAGE}
        onNewer={() => show(page - 1)}
        onOlder={() => show(page + 1)}
      />
      <BuildDialog datasetRef={datasetRef} {...log} onClose={() => setLog((old) => ({ ...old, opened: false }))} />
    </>
  );
}
