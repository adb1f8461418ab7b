import type { ListedTask } from '../api/tasks.ts';

/** Below this share an estimate says more about the start than about the rest, as the service says of builds. */
const LEAST_PERCENT = 5;

/** Seconds until a running task ends, if the rest takes as long in proportion; null where that cannot be said. */
export function secondsLeft(
  { state, startedAt, progressPercent }: Pick<ListedTask, 'state' | 'startedAt' | 'progressPercent'>,
  now: number,
): number | null {
  if (state !== 'Processing' || startedAt === null || progressPercent === null || progressPercent < LEAST_PERCENT)
    return null;
  return (Math.max(0, now - Date.parse(startedAt)) / 1000) * ((100 - progressPercent) / progressPercent);
}
