import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { activeCountQuery } from '../api/active-count.ts';
import { buildEventsAddress, type DatasetRef } from '../api/addresses.ts';
import type { BuildChange } from '../api/builds.ts';
import { folderQuery, entryQuery } from '../api/entries.ts';
import { keys } from '../api/keys.ts';
import { parentPath } from '../files/entry-path.ts';
import { followEvents } from '../parts/follow-events.ts';
import { createRefresher } from '../uploads/refresh-soon.ts';
import { changedEntry, changedList } from './build-change.ts';

/** The list of jobs, or the log, is asked for at most this often. */
const JOBS_EVERY_MS = 400;
/** What is under way is counted at most this often. */
const COUNT_EVERY_MS = 2000;

/**
 * Shows what happens to the builds of a dataset as it happens. Only for the tab in sight: browsers have few connections to
 * one site. Where it does not work, the lists are asked for again while something is built.
 *
 * @param readable whether it is known that the person may read the dataset
 */
export function useLiveBuilds({ org, ds }: DatasetRef, readable: boolean): void {
  const queries = useQueryClient();
  useEffect(() => (readable ? followBuilds(queries, { org, ds }) : undefined), [queries, org, ds, readable]);
}

function followBuilds(queries: QueryClient, ref: DatasetRef): () => void {
  const refresh = createRefresher(queries);
  let jobsTimer: ReturnType<typeof setTimeout> | undefined;
  let countTimer: ReturnType<typeof setTimeout> | undefined;
  const stop = followEvents({
    address: buildEventsAddress(ref),
    name: 'build',
    onEvent: (change) => {
      apply(queries, ref, change, refresh);
      jobsTimer ??= setTimeout(() => {
        jobsTimer = undefined;
        void queries.invalidateQueries({ queryKey: keys.builds(ref) });
      }, JOBS_EVERY_MS);
      countTimer ??= setTimeout(() => {
        countTimer = undefined;
        void queries.invalidateQueries({ queryKey: activeCountQuery(ref).queryKey });
      }, COUNT_EVERY_MS);
    },
    onGap: () => refresh(ref),
  });
  return () => {
    clearTimeout(jobsTimer);
    clearTimeout(countTimer);
    stop();
  };
}

function apply(queries: QueryClient, ref: DatasetRef, change: BuildChange, refresh: (ref: DatasetRef) => void): void {
  const { path } = change;
  if (path === null) return;
  const folder = folderQuery(ref, parentPath(path)).queryKey;
  const list = queries.getQueryData(folder);
  const entry = queries.getQueryData(entryQuery(ref, path).queryKey);
  const newList = list && changedList(list.entries, change);
  const newEntry = entry && changedEntry(entry, change);
  if (list && newList) queries.setQueryData(folder, { ...list, entries: newList });
  if (newEntry) queries.setQueryData(entryQuery(ref, path).queryKey, newEntry);
  // A result of a search, or a file that is new here, is in neither of them.
  if (!newList && !newEntry) refresh(ref);
}
