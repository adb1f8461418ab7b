import { setTimeout as pause } from 'node:timers/promises';
import { LockLost } from '../../database/index.ts';
import { EngineError } from '../../engine/index.ts';
import type { Attempt, JobQueue, Places } from '../../jobs/index.ts';
import { ClaimLost, setJobProgress, throttleProgress } from '../../jobs/index.ts';
import { createBuildLog } from '../jobs/build-log.ts';
import { BUILD_QUEUES } from '../jobs/build-queue.ts';
import { countFault, findJob, setJobLog, setJobState, type JobRow } from '../jobs/job-store.ts';
import { attemptBuild, type AttemptContext, type AttemptOptions } from './attempt.ts';
import type { BuildOutcome } from './outcome.ts';

export interface BuildWorkerOptions extends AttemptOptions {
  readonly queue: Pick<JobQueue, 'workTogether'>;
  /** Which builds may run at the same time. */
  readonly places: Places;
  /** Writes down what an outcome means for the job, its marker and its retries. */
  readonly settle: SettleBuild;
  /** Between attempts while something is busy, in milliseconds; a second unless told. */
  readonly pauseMs?: number;
}

export type SettleBuild = (job: JobRow, outcome: BuildOutcome, log: string) => Promise<void>;

/** Attempts at a build that ends by a fault which is no verdict about the file: the database away, a disk that fails. */
const MAX_FAULTS = 3;
/** Milliseconds between looks whether the engine, or the lock of the build, is free. */
const BUSY_PAUSE_MS = 1000;
/** Looks at a lock that an attempt from before has: one that was lost with its process is free within some of them. */
const MAX_CONTENDED = 60;

/** Starts taking build jobs from the queue; they stop when the queue is closed. */
export async function startBuildWorker(options: BuildWorkerOptions): Promise<void> {
  await options.queue.workTogether(BUILD_QUEUES, options.places, (attempt) => runAttempt(attempt, options));
}

/**
 * One attempt. A build that ends, well or badly, settles the job here; what is no verdict about the file (the process is
 * stopping, the database is away) throws, and is tried again by the queue.
 */
async function runAttempt({ id, signal }: Attempt, options: BuildWorkerOptions): Promise<void> {
  const { db, settle, onError } = options;
  const before = await findJob(db, id);
  if (before === undefined || !(await setJobState(db, id, 'Processing'))) return;
  // What was asked for until now stands in the row; who asks from now on is told that it runs.
  const job = await findJob(db, id);
  if (job === undefined) return;
  const log = createBuildLog((text) => setJobLog(db, id, text));
  const report = throttleProgress((percent, phase) => setJobProgress(db, id, percent, phase));
  try {
    const wasCutOff = before.state === 'Processing';
    const outcome = await attemptWhenFree({ job, wasCutOff, signal, log, report }, options);
    if (outcome.kind === 'failed') log.line(outcome.message);
    await settle(job, outcome, log.text());
  } catch (cause) {
    // The job is another worker's, or nobody's.
    if (signal.reason instanceof ClaimLost) throw cause;
    if (!signal.aborted) onError(cause);
    // A lock is lost with a connection, by all builds of the process at once, and says nothing of any of them.
    if (signal.aborted || cause instanceof LockLost) {
      await setJobState(db, id, 'Enqueued');
      throw cause;
    }
    if ((await countFault(db, id)) < MAX_FAULTS) throw cause;
    const message = 'The service failed while building; see its log.';
    await settle(job, { kind: 'failed', reason: 'fault', message }, log.text());
  }
}

/**
 * Waits as long as the engine is busy, which says nothing about the file. An attempt that was cut off may hold the lock still; the build is this one's as soon as that is gone.
 */
async function attemptWhenFree(
  context: AttemptContext,
  { pauseMs = BUSY_PAUSE_MS, ...options }: BuildWorkerOptions,
): Promise<BuildOutcome> {
  const { signal, wasCutOff } = context;
  for (let contended = 0; ;) {
    try {
      const outcome = await attemptBuild(context, options);
      if (outcome.kind !== 'contended' || !wasCutOff || contended === MAX_CONTENDED) return outcome;
      contended += 1;
    } catch (cause) {
      if (!(cause instanceof EngineError) || cause.code !== 'busy') throw cause;
    }
    await pause(pauseMs, undefined, { signal });
  }
}
