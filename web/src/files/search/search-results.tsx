import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { IconArrowLeft } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { DatasetRef } from '../../api/addresses.ts';
import { searchQuery, type Search } from '../../api/search.ts';
import { formatCount } from '../../format/count.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Problem } from '../../parts/problem.tsx';
import { FileList } from '../file-list.tsx';
import type { FileTasks } from '../file-tasks.ts';

export type SearchResultsProps = {
  /** It stands where the folder would: there is one while something is searched for. */
  readonly opened: true;
  readonly datasetRef: DatasetRef;
  readonly search: Search;
  /** The folder that is searched, as people call it. */
  readonly place: string;
  readonly tasks: FileTasks;
  readonly onLeave: () => void;
};

/** What was found in the folder and below it, part by part. */
export function SearchResults({ datasetRef, search, place, tasks, onLeave }: SearchResultsProps) {
  const found = useInfiniteQuery(searchQuery(datasetRef, search));
  const entries = useMemo(() => found.data?.pages.flatMap(({ items }) => items) ?? [], [found.data]);
  return (
    <section className="al-results" aria-label="Results">
      <Group justify="space-between" gap="xs">
        <Text c="dimmed" role="status" className="al-break">
          {found.data === undefined ? '' : countText(entries.length, found.hasNextPage, place)}
        </Text>
        <Button variant="default" leftSection={<IconArrowLeft size={18} aria-hidden />} onClick={onLeave}>
          Back to the folder
        </Button>
      </Group>
      {found.isPending && <Skeleton height={240} radius="md" />}
      {found.error !== null && (
        <Problem title="The search did not work" error={found.error} onRetry={() => void found.refetch()} />
      )}
      {found.data !== undefined && entries.length === 0 && (
        <EmptyState title="Nothing fits the search">
          <Text c="dimmed" ta="center">
            Names are compared with what you typed; * stands for any characters and ? for one.
          </Text>
        </EmptyState>
      )}
      {entries.length > 0 && (
        <FileList key={JSON.stringify(search)} datasetRef={datasetRef} entries={entries} located tasks={tasks} />
      )}
      {found.hasNextPage && (
        <Group justify="center">
          <Button variant="default" loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            More
          </Button>
        </Group>
      )}
    </section>
  );
}

const countText = (count: number, more: boolean, place: string): string =>
  more ? `The first ${formatCount(count, 'result')} in ${place}` : `${formatCount(count, 'result')} in ${place}`;
