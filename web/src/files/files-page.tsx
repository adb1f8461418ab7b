import { Skeleton, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { datasetName, datasetQuery } from '../api/datasets.ts';
import { folderQuery } from '../api/entries.ts';
import { sessionQuery } from '../api/session.ts';
import { DatasetMenu } from '../datasets/dataset-menu.tsx';
import { DeadLink, isDeadLink } from '../links/dead-link.tsx';
import { ShareButton } from '../links/share-button.tsx';
import { useStepsAbove } from '../organizations/use-steps-above.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Problem } from '../parts/problem.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import { formatSort } from '../rows/sort-text.ts';
import { DatasetFacts } from './dataset-facts.tsx';
import { DropOverlay } from './drop-overlay.tsx';
import { parseSort, sortEntries, type Sort } from './entry-order.ts';
import { baseName } from './entry-path.ts';
import { FileActions } from './file-actions.tsx';
import { FileList } from './file-list.tsx';
import { folderSteps } from './folder-steps.ts';
import { useDropZone } from './use-drop-zone.ts';
import { useUploadInto } from './use-upload-into.ts';

export function FilesPage() {
  const ref = useParams({ from: '/r/$org/$ds' });
  const { path = '', sort: sortText, token } = useSearch({ from: '/r/$org/$ds' });
  const navigate = useNavigate({ from: '/r/$org/$ds' });
  const session = useQuery(sessionQuery);
  const dataset = useQuery(datasetQuery(ref));
  const folder = useQuery({ ...folderQuery(ref, path), placeholderData: keepPreviousData });
  const above = useStepsAbove(ref.org, token !== undefined);
  const sort = useMemo(() => parseSort(sortText), [sortText]);
  const entries = useMemo(() => sortEntries(folder.data ?? [], sort), [folder.data, sort]);
  const upload = useUploadInto(ref, path);
  const mayWrite = dataset.data?.permissions?.canWrite === true;
  // A link lets others see what its maker may show: it takes an account and the right to write.
  const mayShare = mayWrite && session.data !== null && session.data !== undefined;
  const dragging = useDropZone(mayWrite, upload.drop);

  const name = dataset.data === undefined ? ref.ds : datasetName(dataset.data);
  const title = path === '' ? name : baseName(path);
  usePageTitle(title, path === '' ? undefined : name);
  const error = dataset.error ?? folder.error;
  if (isDeadLink(token, dataset.error)) return <DeadLink />;
  const setSort = (next: Sort): void => {
    void navigate({ search: (old) => ({ ...old, sort: formatSort(next) }), replace: true, resetScroll: false });
  };

  return (
    <div className="al-page">
      <PageHead
        steps={folderSteps(above, ref, name, path)}
        title={title}
        detail={
          path === '' && dataset.data !== undefined ? (
            <DatasetFacts dataset={dataset.data} byLink={token !== undefined} />
          ) : undefined
        }
      >
        {dataset.data !== undefined && path === '' && token === undefined && (
          <DatasetMenu
            // What the form begins with: another dataset, or another version of it, is another form.
            key={JSON.stringify([ref, name, dataset.data.properties.meta?.visibility?.data])}
            org={ref.org}
            dataset={dataset.data}
            page={{
              onMoved: (ds) => navigate({ to: '/r/$org/$ds', params: { org: ref.org, ds }, replace: true }),
              onDeleted: () => navigate({ to: '/r/$org', params: { org: ref.org } }),
            }}
          />
        )}
        {mayShare && path === '' && <ShareButton datasetRef={ref} />}
        {mayWrite && <FileActions datasetRef={ref} folder={path} onChoose={upload.add} />}
      </PageHead>
      {folder.isPending && error === null && <Skeleton height={240} radius="md" />}
      {error !== null && (
        <Problem
          title="The files could not be read"
          error={error}
          onRetry={() => void Promise.all([dataset.refetch(), folder.refetch()])}
        />
      )}
      {upload.problem !== null && <Problem title="What you dropped could not be read" error={upload.problem} />}
      {folder.data?.length === 0 && (
        <EmptyState title={path === '' ? 'This dataset is empty' : 'This folder is empty'}>
          <Text c="dimmed" ta="center">
            {mayWrite
              ? 'Drop files or whole folders here, or use the upload buttons.'
              : 'Nothing has been uploaded yet.'}
          </Text>
        </EmptyState>
      )}
      {entries.length > 0 && (
        <FileList
          // A new list for each folder: the focus starts at its first row.
          key={path}
          datasetRef={ref}
          entries={entries}
          sort={sort}
          onSort={setSort}
          permissions={dataset.data?.permissions ?? null}
        />
      )}
      {dragging && <DropOverlay folder={title} />}
    </div>
  );
}
