import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { taskEventsAddress, type DatasetRef } from '../api/addresses.ts';
import { keys } from '../api/keys.ts';
import { isActive, type ListedTask, type TaskChange } from '../api/tasks.ts';
import { followEvents } from '../parts/follow-events.ts';
import { changedTasks } from './changed-tasks.ts';

/** Lists, the open task and its log are asked for at most this often. */
const EVERY_MS = 400;

/**
 * Shows what happens to the tasks of a dataset as it happens: progress is written into the lists that are there; an end, or a
 * task that is in none of them, lets them be asked for again.
 *
 * @param readable whether it is known that the person may read the dataset
 */
export function useLiveTasks({ org, ds }: DatasetRef, readable: boolean): void {
  const queries = useQueryClient();
  useEffect(() => (readable ? followTasks(queries, { org, ds }) : undefined), [queries, org, ds, readable]);
}

function followTasks(queries: QueryClient, ref: DatasetRef): () => void {
  const all = keys.datasetTasks(ref);
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** What is to be asked for again, by what follows the dataset in their keys. */
  const stale = new Set<string>();
  const refresh = (...parts: readonly string[]): void => {
    for (const part of parts) stale.add(part);
    timer ??= setTimeout(() => {
      timer = undefined;
      for (const part of stale) void queries.invalidateQueries({ queryKey: [...all, part] });
      stale.clear();
    }, EVERY_MS);
  };
  const stop = followEvents({
    address: taskEventsAddress(ref),
    name: 'task',
    onEvent: (change) => {
      const isListed = writeInto(queries, [...all, 'list'], change);
      if (!isListed || !isActive(change.state)) refresh('list', 'active');
      refresh('task', 'log');
    },
    onGap: () => refresh('list', 'active', 'task', 'log'),
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** Writes a change into every list that holds the task; false where none does. */
function writeInto(queries: QueryClient, queryKey: readonly string[], change: TaskChange): boolean {
  let written = false;
  queries.setQueriesData<readonly ListedTask[]>({ queryKey }, (tasks) => {
    const changed = tasks && changedTasks(tasks, change);
    written ||= changed !== undefined;
    return changed ?? tasks;
  });
  return written;
}
