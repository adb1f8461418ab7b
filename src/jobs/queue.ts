import { setTimeout as pause } from 'node:timers/promises';
import { PgBoss, type Clock, type ConstructorOptions } from 'pg-boss';
import { sql } from 'kysely';
import { anyOf, forBoss, type Database, type OpenDatabase } from '../database/index.ts';

/** One attempt at a job, as its worker sees it. */
export interface Attempt {
  readonly id: string;
  /** 1 for the first attempt. */
  readonly number: number;
  /**
   * Fires when the job is cancelled or another process took it over, with a `ClaimLost` as its reason, or when this process is
   * stopping.
   */
  readonly signal: AbortSignal;
}

/** The job was cancelled or given to another worker: whoever worked on it has no say in it any more. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost';
}

export type JobState = 'waiting' | 'active' | 'ended' | 'failed' | 'unknown';

export interface SendOptions {
  /** Not before this time; at once unless told. */
  readonly after?: Date;
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
  work(queue: string, concurrency: number, handler: (attempt: Attempt) => Promise<void>): Promise<void>;
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
export const MAX_ATTEMPTS = 25;
/** A worker that has not been heard of for this long is dead; its jobs go to another one. */
const HEARTBEAT_SECONDS = 30;
/** Longest life of an attempt; the real limits are those of the work itself, in the settings. */
export const EXPIRE_SECONDS = 24 * 3600 - 1;
/** Seconds between looks into the queue when no notification arrived: retries that are due, notifications that got lost. */
const POLLING_SECONDS = 5;
/** Seconds before the next attempt after one that threw. */
const RETRY_DELAY_SECONDS = 5;
/** Milliseconds between looks whether an attempt is still wanted: what was cancelled stops within that. */
const CLAIM_CHECK_MS = 2000;
/** What happened is told by the `jobs` table; the queue need not keep what has ended for longer than anybody asks it. */
const KEEP_ENDED_SECONDS = 3600;
/** A job waits for a worker as long as it takes: ten years. */
const KEEP_WAITING_SECONDS = 10 * 365 * 24 * 3600;

/** An id that no job has. */
const NO_JOB = '00000000-0000-0000-0000-000000000000';
const SCHEMA = 'queue';
/** The engine's table, for what it has no question for: of a hundred thousand jobs that wait, those that run. */
const JOBS = sql.table(`${SCHEMA}.job`);

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
  clock?: Clock,
): Promise<JobQueue> {
  const time = clock === undefined ? {} : { clock };
  const options: ConstructorOptions = { ...database.boss, ...time, schema: SCHEMA, useListenNotify: true };
  const boss = new PgBoss(options);
  boss.on('error', onError);
  await boss.start();
  for (const queue of queues) await prepare(boss, queue, database);
  const stopping = new AbortController();

  return {
    async send(queue, ids, transaction, { after } = {}) {
      const when = after === undefined ? {} : { startAfter: after };
      const jobs = [ids].flat().map((id) => ({ id, ...when }));
      await boss.insert(queue, jobs, { db: forBoss(transaction) });
    },

    async work(queue, concurrency, handler) {
      const workOptions = {
        pollingIntervalSeconds: POLLING_SECONDS,
        notifyPollingIntervalSeconds: POLLING_SECONDS,
        includeMetadata: true,
      } as const;
      for (let worker = 0; worker < concurrency; worker += 1) {
        const workerId = await boss.work(queue, workOptions, async (jobs) => {
          try {
            for (const { id, retryCount, signal } of jobs) {
              const claim = watchClaim(boss, queue, id, retryCount, onError);
              const signals = AbortSignal.any([signal, stopping.signal, claim.lost]);
              const handled = await handler({ id, number: retryCount + 1, signal: signals }).then(
                () => undefined,
                (cause: unknown) => ({ cause }),
              );
              // What returns or throws here ends or fails the job, whoever has it by then.
              if ((await claim.end(stopping.signal)) && handled !== undefined) throw handled.cause;
            }
          } finally {
            // Nobody is notified again of jobs that waited meanwhile: look at once for the next one.
            boss.notifyWorker(workerId);
          }
        });
      }
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
      stopping.abort(new Error('The worker is stopping'));
      await boss.stop({ graceful: true, timeout: 30_000, close: true });
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

interface Claim {
  readonly lost: AbortSignal;
  /**
   * Ends the watching. Where another worker has the job, it waits until that one is done.
   *
   * @returns whether the job was this worker's to the end. @throws when `stopping` fires while another one has it
   */
  end(stopping: AbortSignal): Promise<boolean>;
}

/** Watches, in whatever process an attempt runs, whether its job was cancelled or given to another worker. */
function watchClaim(
  boss: PgBoss,
  queue: string,
  id: string,
  retryCount: number,
  onError: (error: Error) => void,
): Claim {
  const lost = new AbortController();
  let looking: Promise<void> | undefined;
  const holder = async (): Promise<'this' | 'another' | 'none'> => {
    const job = await boss.getJobById(queue, id);
    if (job?.state !== 'active') return 'none';
    return job.retryCount === retryCount ? 'this' : 'another';
  };
  const look = async (): Promise<void> => {
    if ((await holder()) !== 'this') lost.abort(new ClaimLost('The job was cancelled or given to another worker'));
  };
  const timer = setInterval(() => {
    looking ??= look()
      .catch(onError)
      .finally(() => (looking = undefined));
  }, CLAIM_CHECK_MS);
  return {
    lost: lost.signal,
    async end(stopping) {
      clearInterval(timer);
      await looking;
      if (!lost.signal.aborted) await look().catch(onError);
      if (!lost.signal.aborted) return true;
      while ((await holder()) === 'another') await pause(CLAIM_CHECK_MS, undefined, { signal: stopping });
      return false;
    },
  };
}
