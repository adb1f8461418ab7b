import { PgBoss, type ConstructorOptions } from 'pg-boss';
import { forBoss, type Database, type OpenDatabase } from '../database/index.ts';

/** One attempt at a job, as its worker sees it. */
export interface Attempt {
  readonly id: string;
  /** 1 for the first attempt. */
  readonly number: number;
  /** Fires when the job is cancelled, when another process took it over, or when this process is stopping. */
  readonly signal: AbortSignal;
}

export type JobState = 'waiting' | 'active' | 'ended' | 'failed' | 'unknown';

/**
 * The job engine. It knows ids only: what a job is about stands in the `jobs` table, written in the same transaction
 * that sends it.
 */
export interface JobQueue {
  /** Sends a job; it exists when `transaction` commits, and not otherwise. */
  send(queue: string, id: string, transaction: Database): Promise<void>;
  /**
   * Runs jobs of a queue, `concurrency` at a time. A handler that throws is tried again later, up to `MAX_ATTEMPTS` times.
   */
  work(queue: string, concurrency: number, handler: (attempt: Attempt) => Promise<void>): Promise<void>;
  /** Ends jobs that wait or run; one that is not there is no error. A running attempt is told within seconds. */
  cancel(queue: string, ids: readonly string[]): Promise<void>;
  state(queue: string, id: string): Promise<JobState>;
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
const EXPIRE_SECONDS = 24 * 3600 - 1;
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

/**
 * Starts the job engine on an open database.
 *
 * @param queues names of all queues
 * @param onError told of faults of the engine that belong to no call
 */
export async function openJobQueue(
  database: OpenDatabase,
  queues: readonly string[],
  onError: (error: Error) => void,
): Promise<JobQueue> {
  const options: ConstructorOptions = { ...database.boss, schema: 'queue', useListenNotify: true };
  const boss = new PgBoss(options);
  boss.on('error', onError);
  await boss.start();
  for (const queue of queues) await prepare(boss, queue, database.embedded);
  const stopping = new AbortController();

  return {
    async send(queue, id, transaction) {
      await boss.send(queue, null, { id, db: forBoss(transaction) });
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
              await handler({ id, number: retryCount + 1, signal: signals }).finally(claim.stop);
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

    async state(queue, id) {
      const job = await boss.getJobById(queue, id);
      if (job === null) return 'unknown';
      if (job.state === 'created' || job.state === 'retry') return 'waiting';
      if (job.state === 'active' || job.state === 'failed') return job.state;
      return 'ended';
    },

    async close() {
      stopping.abort(new Error('The worker is stopping'));
      await boss.stop({ graceful: true, timeout: 30_000, close: true });
    },
  };
}

async function prepare(boss: PgBoss, queue: string, embedded: boolean): Promise<void> {
  await boss.createQueue(queue, {
    retryLimit: MAX_ATTEMPTS - 1,
    retryDelay: RETRY_DELAY_SECONDS,
    expireInSeconds: EXPIRE_SECONDS,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    deleteAfterSeconds: KEEP_ENDED_SECONDS,
    retentionSeconds: KEEP_WAITING_SECONDS,
    notify: true,
  });
  // Nobody else can be working on an embedded database: what counts as running was cut off by a crash of this process.
  if (embedded)
    for (const job of await boss.findJobs(queue, {})) if (job.state === 'active') await boss.fail(queue, job.id);
}

/** Watches, in whatever process an attempt runs, whether its job was cancelled or given to another worker. */
function watchClaim(
  boss: PgBoss,
  queue: string,
  id: string,
  retryCount: number,
  onError: (error: Error) => void,
): { readonly lost: AbortSignal; readonly stop: () => void } {
  const lost = new AbortController();
  let looking: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    const job = await boss.getJobById(queue, id);
    if (job?.state === 'active' && job.retryCount === retryCount) return;
    lost.abort(new Error('The job was cancelled or given to another worker'));
  };
  const timer = setInterval(() => {
    looking ??= look()
      .catch(onError)
      .finally(() => (looking = undefined));
  }, CLAIM_CHECK_MS);
  return { lost: lost.signal, stop: () => clearInterval(timer) };
}
