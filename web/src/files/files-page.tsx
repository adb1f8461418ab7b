import { Skeleton, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { datasetName, datasetQuery } from '../api/datasets.ts';
import { folderQuery } from '../api/entries.ts';
import { sessionQuery } from '../api/session.ts';
import { ShareButton } from '../links/share-button.tsx';
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
  const { path = '', sort: sortText } = useSearch({ from: '/r/$org/$ds' });
  const navigate = useNavigate({ from: '/r/$org/$ds' });
  const session = useQuery(sessionQuery);
  const dataset = useQuery(datasetQuery(ref));
  const folder = useQuery({ ...folderQuery(ref, path), placeholderData: keepPreviousData });
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
  const setSort = (next: Sort): void => {
    void navigate({ search: (old) => ({ ...old, sort: formatSort(next) }), replace: true, resetScroll: false });
  };

  return (
    <div className="al-page">
      <PageHead
        steps={folderSteps(ref, name, path)}
        title={title}
        detail={path === '' && dataset.data !== undefined ? <DatasetFacts dataset={dataset.data} /> : undefined}
      >
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
