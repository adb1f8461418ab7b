import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { DatasetRef } from '../../api/addresses.ts';
import type { Entry } from '../../api/answers.ts';
import { isFolder } from '../../kinds/index.ts';
import { parentPath } from '../entry-path.ts';
import { besideQuery, type Beside } from './beside-query.ts';
import { type Along, goingAlong, NOTHING_ALONG } from './going-along.ts';

/** Folders that are looked into for one dialog. */
const MOST_FOLDERS = 20;

export type AlongState = Along & {
  readonly isPending: boolean;
  /** Why nothing is known of it: its folders did not come, or hold too much. Then it stays. */
  readonly unknown: 'failed' | 'many' | null;
  /** From now on it is what it is now, whatever comes and goes in the folders. */
  readonly keep: () => void;
};

/** What goes along with entries that a dialog is about. */
export function useAlong(ref: DatasetRef, entries: readonly Entry[], by: 'names' | 'all' = 'all'): AlongState {
  const folders = useMemo(
    () => [...new Set(entries.filter((it) => !isFolder(it)).map(({ path }) => parentPath(path)))],
    [entries],
  );
  const areMany = folders.length > MOST_FOLDERS;
  const { lists, isPending, isFailed, isCut } = useQueries({
    queries: (areMany ? [] : folders).map((path) => besideQuery(ref, path, folders.length)),
    combine: together,
  });
  const [kept, setKept] = useState<Along | null>(null);
  const now = useMemo(
    () => (isPending || isFailed || isCut ? NOTHING_ALONG : goingAlong(entries, lists.flat(), by)),
    [entries, lists, isPending, isFailed, isCut, by],
  );
  const along = kept ?? now;
  return {
    ...along,
    isPending: kept === null && isPending,
    unknown: kept !== null ? null : areMany || isCut ? 'many' : isFailed ? 'failed' : null,
    keep: () => setKept(along),
  };
}

const together = (folders: readonly UseQueryResult<Beside>[]) => ({
  lists: folders.map(({ data }) => data?.entries ?? []),
  isPending: folders.some(({ data, error }) => error === null && data === undefined),
  isFailed: folders.some(({ data, error }) => data === undefined && error !== null),
  // An owner or a companion may be in the part that is missing.
  isCut: folders.some(({ data }) => data?.isWhole === false),
});
