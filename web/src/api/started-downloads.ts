import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { DatasetRef } from './addresses.ts';
import { keys } from './keys.ts';

/** A download that this page began. How far it is tells the browser alone, to which it is handed over. */
export type StartedDownload = {
  readonly id: number;
  /** None is the whole dataset. */
  readonly paths: readonly string[];
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly state: 'asking' | 'handed-over' | 'failed';
  /** Why it failed. */
  readonly error: unknown;
};

/** Older ones are forgotten. */
const MOST_KEPT = 100;

const NONE: readonly StartedDownload[] = [];

/** Those of a dataset, newest first. They are forgotten with everything else that was read for a person. */
export const startedDownloadsQuery = (ref: DatasetRef) =>
  queryOptions({
    queryKey: keys.startedDownloads(ref),
    queryFn: () => NONE,
    enabled: false,
    initialData: NONE,
    gcTime: Infinity,
    staleTime: Infinity,
  });

/** Tells of a download, or what became of it. */
export function tellDownload(queries: QueryClient, ref: DatasetRef, download: StartedDownload): void {
  // Built before anything is kept in it: what nobody looks at would be dropped after some minutes.
  queries.getQueryCache().build(queries, queries.defaultQueryOptions(startedDownloadsQuery(ref)));
  queries.setQueryData(startedDownloadsQuery(ref).queryKey, (old = NONE) =>
    old.some(({ id }) => id === download.id)
      ? old.map((it) => (it.id === download.id ? download : it))
      : [download, ...old].slice(0, MOST_KEPT),
  );
}

/** Forgets those that fit. */
export function forgetDownloads(queries: QueryClient, ref: DatasetRef, fits: (it: StartedDownload) => boolean): void {
  queries.setQueryData(startedDownloadsQuery(ref).queryKey, (old = NONE) => old.filter((it) => !fits(it)));
}
