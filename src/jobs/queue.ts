import { PgBoss, systemClock, type Clock, type ConstructorOptions, type Db } from 'pg-boss';
import { sql } from 'kysely';
import { anyOf, forBoss, type Database, type OpenDatabase } from '../database/index.ts';
import { HEARTBEAT_SECONDS, JOBS, SCHEMA } from './claim.ts';
import { createWorkers, type JobHandler, type Places } from './workers.ts';

export type JobState = 'waiting' | 'active' | 'ended' | 'failed' | 'unknown';

export interface SendOptions {
  /** Not before this time; at once unless told. */
  readonly after?: Date;
  /** A number for each job: a lower one is taken first, of equal ones the older job. 0 unless told. */
  readonly turns?: readonly number[];
}

/**
 * The job engine. It knows ids only: what a job is about stands in the `jobs` table, written in the same transaction
 * that sends it.
 */
export interface JobQueue {
  /** Sends jobs; they exist when `transaction` commits, and not otherwise. */
  send(queue: string, ids: string | readonly string[], transaction: Database, options?: SendOptions): Promise<void>;
  /**
   * Runs jobs of a queue, `concurrency` at a time. A handler that throws is tried again later, up to `MAX_ATTEMPTS` times.
   */
  work(queue: string, concurrency: number, handler: JobHandler): Promise<void>;
  /** Runs jobs of several queues, as many at a time as `places` admits. */
  workTogether(queues: readonly string[], places: Places, handler: JobHandler): Promise<void>;
  /** Ends jobs that wait or run; one that is not there is no error. A running attempt is told within seconds. */
  cancel(queue: string, ids: readonly string[]): Promise<void>;
  /** @param transaction asks in it; beside it, on an embedded database, the answer would never come */
  state(queue: string, id: string, transaction?: Database): Promise<JobState>;
  /** States of many jobs by one statement; those it does not know are left out. */
  states(queue: string, ids: readonly string[]): Promise<ReadonlyMap<string, JobState>>;
  /** Stops taking jobs, fires the signals of running ones and waits for their handlers. */
  close(): Promise<void>;
}

/**
 * Attempts at one job before it counts as failed. Dangerous work happens in children of the engine, so that a worker that
 * dies was mostly ended from outside, perhaps many times in a row; yet a job that does kill its worker must not for ever.
 */
const MAX_ATTEMPTS = 25;
/** Longest life of an attempt; the real limits are those of the work itself, in the settings. */
export const EXPIRE_SECONDS = 24 * 3600 - 1;
/** Seconds before the next attempt after one that threw. */
const RETRY_DELAY_SECONDS = 5;
/** What happened is told by the `jobs` table; the queue need not keep what has ended for longer than anybody asks it. */
const KEEP_ENDED_SECONDS = 3600;
/** A job waits for a worker as long as it takes: ten years. */
const KEEP_WAITING_SECONDS = 10 * 365 * 24 * 3600;

/** What is due at once is due since then, so that it is still when the clock is set back before anybody has taken it. */
const DUE = '-1 day';

/** An id that no job has. */
const NO_JOB = '00000000-0000-0000-0000-000000000000';

/**
 * Starts the job engine on an open database.
 *
 * @param queues names of all queues
 * @param onError told of faults of the engine that belong to no call
 * @param clock what time it is; that of the machine unless told
 */
export async function openJobQueue(
  database: OpenDatabase,
  queues: readonly string[],
  onError: (error: Error) => void,
  clock: Clock = systemClock,
): Promise<JobQueue> {
  const options: ConstructorOptions = { ...database.boss, clock, schema: SCHEMA, useListenNotify: true };
  const boss = new PgBoss(options);
  boss.on('error', onError);
  const workers = createWorkers({ boss, db: database.db, clock, onError });
  overhear(boss.getDb(), workers.wake);
  await boss.start();
  for (const queue of queues) await prepare(boss, queue, database);

  return {
    async send(queue, ids, transaction, { after, turns } = {}) {
      // The engine takes the highest priority first.
      const jobs = [ids]
        .flat()
        .map((id, index) => ({ id, startAfter: after ?? DUE, priority: -(turns?.[index] ?? 0) }));
      await boss.insert(queue, jobs, { db: forBoss(transaction) });
    },

    work(queue, concurrency, handler) {
      workers.add([queue], (running) => (running.length < concurrency ? [queue] : []), handler);
      return Promise.resolve();
    },

    workTogether(queues, places, handler) {
      workers.add(queues, places, handler);
      return Promise.resolve();
    },

    async cancel(queue, ids) {
      await boss.cancel(queue, [...ids]);
    },

    async state(queue, id, transaction) {
      const job = await boss.getJobById(queue, id, transaction && { db: forBoss(transaction) });
      return job === null ? 'unknown' : stateOf(job.state);
    },

    async states(queue, ids) {
      if (ids.length === 0) return new Map();
      const { rows } = await sql<{ id: string; state: string }>`
        select id, state::text as state from ${JOBS} where name = ${queue} and id = ${anyOf(ids, 'uuid')}`.execute(
        database.db,
      );
      return new Map(rows.map(({ id, state }) => [id, stateOf(state)]));
    },

    async close() {
      await workers.stop();
      await boss.stop({ graceful: false, close: true });
    },
  };
}

async function prepare(boss: PgBoss, queue: string, { db, embedded }: OpenDatabase): Promise<void> {
  await boss.createQueue(queue, {
    retryLimit: MAX_ATTEMPTS - 1,
    retryDelay: RETRY_DELAY_SECONDS,
    expireInSeconds: EXPIRE_SECONDS,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    deleteAfterSeconds: KEEP_ENDED_SECONDS,
    retentionSeconds: KEEP_WAITING_SECONDS,
    notify: true,
  });
  // It remembers what it has asked about a queue. In a transaction of an embedded database, the first to ask waited for ever.
  await boss.getJobById(queue, NO_JOB);
  // Nobody else can be working on an embedded database: what counts as running was cut off by a crash of this process.
  if (!embedded) return;
  const { rows } = await sql<{ id: string }>`select id from ${JOBS} where name = ${queue} and state = 'active'`.execute(
    db,
  );
  for (const { id } of rows) await boss.fail(queue, id);
}

function stateOf(state: string): JobState {
  if (state === 'created' || state === 'retry') return 'waiting';
  return state === 'active' || state === 'failed' ? state : 'ended';
}

/** The engine tells only workers of its own that a job has arrived. This tells others as well. */
function overhear(db: Db, wake: (queue?: string) => void): void {
  const listen = db.listen?.bind(db);
  if (listen === undefined) throw new Error('The database of the job queue gives no notifications');
  db.listen = (channel, notified, reconnected) =>
    listen(
      channel,
      (queue) => (wake(queue), notified(queue)),
      () => (wake(), reconnected()),
    );
}
