import { sql } from 'kysely';
import { anyOf, type Database } from '../../database/index.ts';
import { isActiveBuild as isActive, type JobRow } from './job-store.ts';

/** Below 5 % an estimate says more about the start than about the file. */
const LEAST_PROGRESS = 5;
/** Builds before which one has no estimate: it is a day away, and the files before it may be of any size. */
const MOST_AHEAD = 5000;
/** Ended builds of which the durations count. */
const RECENT = 200;

/** Seconds until a running build ends, if the rest takes as long in proportion; null where that cannot be said. */
export function secondsLeft(
  { state, progress, processingAt }: Pick<JobRow, 'state' | 'progress' | 'processingAt'>,
  now: number,
): number | null {
  if (state !== 'Processing' || processingAt === null || progress === null || progress < LEAST_PROGRESS) return null;
  const seconds = Math.max(0, now - processingAt.getTime()) / 1000;
  return Math.round((seconds * (100 - progress)) / progress);
}

/**
 * Seconds until each of these builds ends, by id, where they can be estimated. A build that waits takes its place in its
 * queue times the mean duration of recent builds of its class, divided by those that run at the same time.
 */
export async function timesLeft(
  db: Database,
  jobs: readonly JobRow[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const times = new Map<string, number>();
  for (const job of jobs) {
    const seconds = secondsLeft(job, now);
    if (seconds !== null) times.set(job.id, seconds);
  }
  const waiting = jobs.filter(({ state }) => state === 'Enqueued');
  if (waiting.length === 0) return times;
  const classes = [...new Set(waiting.map(({ buildClass }) => buildClass))];
  const ids = waiting.map(({ id }) => id);
  const { rows } = await sql<{ id: string; seconds: number }>`
    select queued.id, round(queued.place * recent.seconds / greatest(running.count, 1))::integer as seconds
    from unnest(${classes}::text[]) asked(build_class)
    cross join lateral (
      select avg(extract(epoch from succeeded_at - processing_at)) as seconds
      from (select tool_id, build_class, outcome, processing_at, succeeded_at from jobs
        where state = 'Succeeded' order by created_at desc limit ${RECENT}) ended
      where tool_id = 'build' and outcome = 'built' and build_class = asked.build_class) recent
    cross join lateral (
      select count(*) as count from jobs
      where ${isActive} and build_class = asked.build_class and state = 'Processing') running
    cross join lateral (
      select id, row_number() over (order by turn, created_at) as place
      from (select id, turn, created_at from jobs
        where ${isActive} and build_class = asked.build_class and state = 'Enqueued'
        order by turn limit ${MOST_AHEAD}) line) queued
    where recent.seconds is not null and queued.id = ${anyOf(ids, 'uuid')}`.execute(db);
  for (const { id, seconds } of rows) times.set(id, seconds);
  return times;
}
