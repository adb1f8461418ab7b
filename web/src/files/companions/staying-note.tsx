import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DatasetRef } from '../../api/addresses.ts';
import type { Entry } from '../../api/answers.ts';
import { folderQuery } from '../../api/entries.ts';
import { parentPath } from '../entry-path.ts';
import { foldCompanions } from './fold-companions.ts';
import { i18n } from '../../languages/i18n.ts';

type StayingNoteProps = {
  readonly datasetRef: DatasetRef;
  /** What is deleted, moved or copied. */
  readonly entries: readonly Entry[];
};

/** Says that files which belong to these stay where they are: the service takes only what is named. */
export function StayingNote({ datasetRef, entries }: StayingNoteProps) {
  const folder = parentPath(entries[0]?.path ?? '');
  const isOneFolder = entries.length > 0 && entries.every(({ path }) => parentPath(path) === folder);
  const beside = useQuery({ ...folderQuery(datasetRef, folder), enabled: isOneFolder, staleTime: 30_000 });
  const count = useMemo(() => {
    const chosen = new Set(entries.map(({ path }) => path));
    const { companions } = foldCompanions(beside.data?.entries ?? []);
    return entries.flatMap(({ path }) => companions.get(path) ?? []).filter(({ path }) => !chosen.has(path)).length;
  }, [entries, beside.data]);
  if (count === 0) return null;
  return (
    <Text size="sm" c="dimmed">
      {i18n.t(
        '{count, plural, one {A file that belongs to it stays where it is. Choose it as well to take it along.} other {# files that belong to this stay where they are. Choose them as well to take them along.}}',
        { count },
      )}
    </Text>
  );
}
