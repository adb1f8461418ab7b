import '../../styles/finding.css';
import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { IconArrowLeft } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { DatasetRef } from '../../api/addresses.ts';
import { searchQuery, type Search } from '../../api/search.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Problem } from '../../parts/problem.tsx';
import { FileList } from '../file-list.tsx';
import type { FileTasks } from '../file-tasks.ts';
import { i18n } from '../../languages/i18n.ts';

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
    <section className="al-results" aria-label={i18n.t('Results')}>
      <Group justify="space-between" gap="xs" className="al-results-head">
        <Text c="dimmed" role="status" className="al-break">
          {found.data === undefined ? '' : countText(entries.length, found.hasNextPage, place)}
        </Text>
        <Button variant="default" leftSection={<IconArrowLeft size={18} aria-hidden />} onClick={onLeave}>
          {i18n.t('Back to the folder')}
        </Button>
      </Group>
      {found.isPending && <Skeleton height={240} radius="md" />}
      {found.error !== null && (
        <Problem title={i18n.t('The search did not work')} error={found.error} onRetry={() => void found.refetch()} />
      )}
      {found.data !== undefined && entries.length === 0 && (
        <EmptyState title={search.words === '' ? i18n.t('Nothing fits the filter') : i18n.t('Nothing fits the search')}>
          {search.words !== '' && (
            <Text c="dimmed" ta="center">
              {i18n.t('Names are compared with what you typed; * stands for any characters and ? for one.')}
            </Text>
          )}
        </EmptyState>
      )}
      {entries.length > 0 && (
        <FileList key={JSON.stringify(search)} datasetRef={datasetRef} entries={entries} located tasks={tasks} />
      )}
      {found.hasNextPage && (
        <Group justify="center">
          <Button variant="default" loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            {i18n.t('More')}
          </Button>
        </Group>
      )}
    </section>
  );
}

const countText = (count: number, more: boolean, place: string): string =>
  more
    ? i18n.t('The first {count, plural, one {# result} other {# results}} in {place}', { count, place })
    : i18n.t('{count, plural, one {# result} other {# results}} in {place}', { count, place });
