import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { DatasetRef } from '../api/addresses.ts';
import type { Entry } from '../api/answers.ts';
import { foldersQuery } from '../api/entries.ts';
import { parseSort, sortEntries } from '../files/entry-order.ts';

const BY_NAME = parseSort(undefined);

const inOrder = (folders: readonly Entry[]): readonly string[] => sortEntries(folders, BY_NAME).map(({ path }) => path);

/** How long what is in a folder is taken as it was; changes of this page and of others are asked for at once. */
const FRESH_MS = 60_000;

/** What is in the open folders; each is asked for when it is opened. */
export function useTreeFolders(ref: DatasetRef, opened: ReadonlySet<string>) {
  const paths = useMemo(() => [...opened], [opened]);
  // The same for the same folders: else each drawing would make all rows anew.
  const combine = useCallback(
    (results: readonly UseQueryResult<readonly string[]>[]) => ({
      folders: new Map(paths.map((path, at) => [path, results[at]?.data?.filter((it) => it !== path)])),
      failed: results.find(({ error, data }) => error !== null && data === undefined),
    }),
    [paths],
  );
  return useQueries({
    queries: paths.map((path) => ({ ...foldersQuery(ref, path), select: inOrder, staleTime: FRESH_MS })),
    combine,
  });
}
