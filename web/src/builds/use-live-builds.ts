import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { buildsAddress, withLink } from '../api/addresses.ts';
import type { BuildChange } from '../api/builds.ts';
import { folderQuery, entryQuery } from '../api/entries.ts';
import { keys } from '../api/keys.ts';
import { isLive, setLive } from '../api/live.ts';
import type { DatasetRef } from '../api/types.ts';
import { parentPath } from '../files/entry-path.ts';
import { createRefresher } from '../uploads/refresh-soon.ts';
import { changedEntry, changedList } from './build-change.ts';

/** A service that refused to tell of builds by itself is asked again after this long: the lists are polled meanwhile. */
const AGAIN_MS = 60_000;

/** The list of jobs, or the log, is asked for at most this often. */
const JOBS_EVERY_MS = 400;

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
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let jobsTimer: ReturnType<typeof setTimeout> | undefined;
  let wasLive = false;

  const close = (): void => {
    clearTimeout(timer);
    clearTimeout(jobsTimer);
    jobsTimer = undefined;
    source?.close();
    source = undefined;
    setLive(ref, false);
  };
  const open = (): void => {
    close();
    if (document.hidden) return;
    source = new EventSource(withLink(`${buildsAddress(ref)}/events`));
    source.addEventListener('open', () => {
      setLive(ref, true);
      // What happened while nobody listened.
      if (wasLive) refresh(ref);
      wasLive = true;
    });
    source.addEventListener('build', ({ data }: MessageEvent<string>) => {
      apply(queries, ref, JSON.parse(data) as BuildChange, refresh);
      jobsTimer ??= setTimeout(() => {
        jobsTimer = undefined;
        void queries.invalidateQueries({ queryKey: keys.builds(ref) });
      }, JOBS_EVERY_MS);
    });
    source.addEventListener('error', () => {
      // The lists go on by being asked for, and tell who was signed out.
      if (isLive(ref)) refresh(ref);
      setLive(ref, false);
      if (source?.readyState === EventSource.CLOSED) timer = setTimeout(open, AGAIN_MS);
    });
  };

  open();
  document.addEventListener('visibilitychange', open);
  return () => {
    document.removeEventListener('visibilitychange', open);
    close();
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
