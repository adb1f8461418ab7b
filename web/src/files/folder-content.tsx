import { Skeleton, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { folderQuery } from '../api/entries.ts';
import type { DatasetRef } from '../api/types.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { Problem } from '../parts/problem.tsx';
import { sortEntries, type Sort } from './entry-order.ts';
import { FileList } from './file-list.tsx';
import type { FileTasks } from './file-tasks.ts';

type FolderContentProps = {
  readonly datasetRef: DatasetRef;
  /** '' is the dataset itself. */
  readonly path: string;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  readonly tasks: FileTasks;
};

/** What is directly in a folder. */
export function FolderContent({ datasetRef, path, sort, onSort, tasks }: FolderContentProps) {
  const folder = useQuery({ ...folderQuery(datasetRef, path), placeholderData: keepPreviousData });
  const entries = useMemo(() => sortEntries(folder.data ?? [], sort), [folder.data, sort]);
  if (folder.error !== null) {
    return <Problem title="The files could not be read" error={folder.error} onRetry={() => void folder.refetch()} />;
  }
  if (folder.isPending) return <Skeleton height={240} radius="md" />;
  if (entries.length === 0) {
    return (
      <EmptyState title={path === '' ? 'This dataset is empty' : 'This folder is empty'}>
        <Text c="dimmed" ta="center">
          {tasks.canWrite
            ? 'Drop files or whole folders here, or use the upload buttons.'
            : 'Nothing has been uploaded yet.'}
        </Text>
      </EmptyState>
    );
  }
  return (
    <FileList
      // A new list for each folder: the focus starts at its first row.
      key={path}
      datasetRef={datasetRef}
      entries={entries}
      sort={sort}
      onSort={onSort}
      tasks={tasks}
    />
  );
}
