import { Skeleton, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DatasetRef } from '../api/addresses.ts';
import { ApiError } from '../api/api-error.ts';
import { folderQuery } from '../api/entries.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { Problem } from '../parts/problem.tsx';
import { useLoaded } from '../parts/use-loaded.ts';
import { sortEntries, type Sort } from './entry-order.ts';
import type { FileTilesProps } from './file-tiles.tsx';
import type { FileTasks } from './file-tasks.ts';
import { i18n } from '../languages/i18n.ts';

const loadList = () => import('./file-list.tsx');
const loadTiles = () => import('./file-tiles.tsx');
// Comes while the page asks for its files. Should that fail, the page tries again and tells.
loadList().catch(() => undefined);

type FolderContentProps = {
  readonly datasetRef: DatasetRef;
  /** '' is the dataset itself. */
  readonly path: string;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  /** As pictures; else as rows. */
  readonly asTiles: boolean;
  readonly tasks: FileTasks;
};

/** What is directly in a folder. */
export function FolderContent({ datasetRef, path, sort, onSort, asTiles, tasks }: FolderContentProps) {
  const folder = useQuery({ ...folderQuery(datasetRef, path), placeholderData: keepPreviousData });
  const entries = useMemo(() => sortEntries(folder.data?.entries ?? [], sort), [folder.data, sort]);
  // Names come nearly in their order. In another one the first rows of the list may be the last to come.
  const isComing = folder.data?.state === 'coming' && folder.error === null;
  const isEarly = isComing && (sort.key !== 'name' || sort.descending);
  const problem = folder.error !== null && (
    <Problem title={i18n.t('The files could not be read')} error={folder.error} onRetry={() => void folder.refetch()} />
  );
  // A list that is there stays, with what is chosen in it, unless the service says that it is not there for this person.
  if (problem !== false && (folder.data === undefined || isRefused(folder.error))) return problem;
  if (folder.isPending || isEarly) return <Skeleton height={240} radius="md" />;
  if (entries.length === 0) {
    return (
      <EmptyState title={path === '' ? i18n.t('This dataset is empty') : i18n.t('This folder is empty')}>
        <Text c="dimmed" ta="center">
          {tasks.canWrite
            ? i18n.t('Drop files or whole folders here, or choose them by Add.')
            : i18n.t('Nothing has been uploaded yet.')}
        </Text>
      </EmptyState>
    );
  }
  return (
    <>
      {problem}
      {isComing && (
        <Text c="dimmed" role="status">
          {i18n.t('The first {count, plural, one {# item} other {# items}} of this folder. The others are loading.', {
            count: entries.length,
          })}
        </Text>
      )}
      {folder.data?.state === 'cut' && (
        <Text c="dimmed" role="status">
          {i18n.t('The first {count, plural, one {# item} other {# items}} of this folder. Search for the others.', {
            count: entries.length,
          })}
        </Text>
      )}
      {/* The rows of the folder before stand here while this one is read: nobody may do anything to them. */}
      <div inert={folder.isPlaceholderData}>
        {/* A new list for each folder: the focus starts at its first row. */}
        {asTiles ? (
          <LoadedTiles key={path} {...{ datasetRef, entries, sort, onSort, tasks }} />
        ) : (
          <LoadedList key={path} {...{ datasetRef, entries, sort, onSort, tasks }} />
        )}
      </div>
    </>
  );
}

const isRefused = (error: Error | null): boolean => error instanceof ApiError && [401, 403, 404].includes(error.status);

function LoadedList(props: FileTilesProps) {
  const FileList = useLoaded(loadList)?.FileList;
  return FileList === undefined ? <Skeleton height={240} radius="md" /> : <FileList {...props} />;
}

function LoadedTiles(props: FileTilesProps) {
  const FileTiles = useLoaded(loadTiles)?.FileTiles;
  return FileTiles === undefined ? <Skeleton height={240} radius="md" /> : <FileTiles {...props} />;
}
