import { Button, Group, Skeleton, Text } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { buildsQuery, clearBuilds, isActiveBuild, JOBS_PER_PAGE } from '../api/builds.ts';
import { datasetName, datasetQuery } from '../api/datasets.ts';
import { keys } from '../api/keys.ts';
import { folderStep } from '../files/folder-steps.ts';
import { DeadLink, isDeadLink } from '../links/dead-link.tsx';
import { useStepsAbove } from '../organizations/use-steps-above.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Problem } from '../parts/problem.tsx';
import { soon } from '../parts/soon.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import { ClearButton } from '../tasks/clear-button.tsx';
import { BuildTable } from './build-table.tsx';
import { useLiveBuilds } from './use-live-builds.ts';

const BuildDialog = soon(async () => (await import('./build-dialog.tsx')).BuildDialog);

/** What the service makes, has made and could not make of the files of a dataset. */
export function BuildsPage() {
  const ref = useParams({ from: '/r/$org/$ds/builds' });
  const { page: pageText, token } = useSearch({ from: '/r/$org/$ds/builds' });
  const navigate = useNavigate({ from: '/r/$org/$ds/builds' });
  const queries = useQueryClient();
  const page = Math.max(1, Number.parseInt(pageText ?? '1', 10) || 1);
  const dataset = useQuery(datasetQuery(ref));
  const above = useStepsAbove(ref.org, token !== undefined);
  const jobs = useQuery({ ...buildsQuery(ref, page), placeholderData: keepPreviousData });
  const clear = useMutation({
    mutationFn: () => clearBuilds(ref),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.builds(ref) }),
  });
  const [log, setLog] = useState({ jobId: '', path: '', opened: false });
  useLiveBuilds(ref, dataset.isSuccess);
  const name = dataset.data === undefined ? ref.ds : datasetName(dataset.data);
  usePageTitle('Builds', name);
  if (isDeadLink(token, dataset.error)) return <DeadLink />;
  const list = jobs.data ?? [];
  const show = (next: number): void => {
    void navigate({ search: (old) => ({ ...old, page: next <= 1 ? undefined : String(next) }) });
  };
  return (
    <div className="al-page">
      <PageHead steps={[...above, folderStep(ref, name, '')]} title="Builds" detail="Newest first">
        {dataset.data?.permissions?.canWrite === true && (
          <ClearButton
            warning="Logs go as well. What was built stays, and so does why the build of a file failed."
            busy={clear.isPending}
            disabled={list.every(isActiveBuild)}
            onClear={() => clear.mutate()}
          />
        )}
      </PageHead>
      {clear.error !== null && <Problem title="The list was not cleared" error={clear.error} onClose={clear.reset} />}
      {jobs.isPending && <Skeleton height={240} radius="md" />}
      {jobs.error !== null && (
        <Problem title="The builds could not be read" error={jobs.error} onRetry={() => void jobs.refetch()} />
      )}
      {jobs.data !== undefined && list.length === 0 && (
        <EmptyState title={page === 1 ? 'There is no build' : 'There are no older builds'}>
          <Text c="dimmed" ta="center">
            What the service makes of rasters and vector files appears here.
          </Text>
        </EmptyState>
      )}
      {list.length > 0 && (
        <BuildTable jobs={list} onLog={({ jobId, path }) => setLog({ jobId, path: path ?? '', opened: true })} />
      )}
      {(page > 1 || list.length === JOBS_PER_PAGE) && (
        <Group gap="sm">
          <Button variant="default" disabled={page === 1} onClick={() => show(page - 1)}>
            Newer
          </Button>
          <Button variant="default" disabled={list.length < JOBS_PER_PAGE} onClick={() => show(page + 1)}>
            Older
          </Button>
        </Group>
      )}
      <BuildDialog datasetRef={ref} {...log} onClose={() => setLog((old) => ({ ...old, opened: false }))} />
    </div>
  );
}
