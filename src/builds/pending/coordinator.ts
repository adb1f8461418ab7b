import { randomUUID } from 'node:crypto';
import type { Database } from '../../database/index.ts';
import { lockDataset } from '../../datasets/index.ts';
import type { JobQueue } from '../../jobs/index.ts';
import { enqueueBuilds } from '../jobs/enqueue.ts';
import { activePaths } from '../jobs/job-store.ts';
import {
  datasetOfRun,
  findControls,
  holdCoordination,
  noteCheck,
  putControls,
  type RetryControls,
} from './controls-store.ts';
import { endIdleChain } from './end-chain.ts';
import { findPending, listPending, type PendingEntry } from './pending-store.ts';
import { settleStalePending } from './places.ts';
import { endRun, forgetRuns, insertRun } from './run-rows.ts';
import { delayOf, GAP_MS, MAX_RUNS } from './schedule.ts';

/** Queue of the runs of coordinators. */
export const PENDING_QUEUE = 'build-pending';

/** What became of the entries that waited. */
export interface RunReport {
  readonly enqueued: number;
  readonly skipped: number;
}

/**
 * Tries what waits again, at growing distances and a bounded number of times. All but `run` is called in a transaction that
 * holds the coordination and the dataset.
 */
export interface Coordinator {
  /**
   * When a job ended: begins the chain of the dataset if it has none and this entry waits. That others of the dataset wait
   * is not enough.
   */
  begin(
    transaction: Database,
    datasetId: string,
    entry: { readonly path: string; readonly hash: string },
  ): Promise<void>;
  /**
   * Opens an epoch where the chain has ended or is lost, with its first run at once. @returns undefined where nothing waits, or
   * the chain lives
   */
  reopen(transaction: Database, datasetId: string): Promise<RunReport | undefined>;
  /** Schedules the next run of a chain that was begun elsewhere. */
  resume(transaction: Database, datasetId: string, chain: RetryChain): Promise<void>;
  /** One run, by the id of its job. */
  run(jobId: string): Promise<RunReport>;
}

export type RetryChain = Pick<RetryControls, 'coordinatorId' | 'epoch' | 'attempt'>;

export interface CoordinatorOptions {
  readonly db: Database;
  readonly queue: Pick<JobQueue, 'send' | 'state'>;
  /** Milliseconds since 1970; the clock of the queue. */
  readonly now: () => number;
}

/** Entries that are read and enqueued by one statement each. */
const PIECE = 500;
const LOST = { state: 'Failed', error: 'The queue lost this run; another chain of runs was begun.' } as const;
const NOTHING: RunReport = { enqueued: 0, skipped: 0 };

export function createCoordinator({ db, queue, now }: CoordinatorOptions): Coordinator {
  /** Schedules the next run of a chain, or ends the chain when its budget is spent. */
  const scheduleNext = async (
    transaction: Database,
    datasetId: string,
    { coordinatorId, epoch, attempt }: RetryChain,
  ): Promise<void> => {
    if (attempt >= MAX_RUNS) {
      const ended = { coordinatorId, epoch, attempt, state: 'exhausted', jobId: null, nextRunAt: null } as const;
      return putControls(transaction, datasetId, ended);
    }
    const jobId = randomUUID();
    const nextRunAt = new Date(now() + delayOf(attempt + 1));
    await insertRun(transaction, { id: jobId, datasetId, at: nextRunAt });
    await queue.send(PENDING_QUEUE, jobId, transaction, { after: nextRunAt });
    const next = { coordinatorId, epoch, attempt: attempt + 1, state: 'scheduled', jobId, nextRunAt } as const;
    await putControls(transaction, datasetId, next);
  };

  const open = (
    transaction: Database,
    datasetId: string,
    { epoch, runs }: { readonly epoch: number; readonly runs: number },
  ): Promise<void> => scheduleNext(transaction, datasetId, { coordinatorId: randomUUID(), epoch, attempt: runs });

  /** Whether the queue still knows the run that comes next. */
  const isAlive = async (transaction: Database, { state, jobId }: RetryControls): Promise<boolean> => {
    if (state !== 'scheduled' || jobId === null) return false;
    return ['waiting', 'active'].includes(await queue.state(PENDING_QUEUE, jobId, transaction));
  };

  const enqueueDue = async (transaction: Database, datasetId: string): Promise<RunReport> => {
    let [enqueued, skipped] = [0, 0];
    let after: string | undefined;
    for (;;) {
      const entries: PendingEntry[] = await listPending(transaction, datasetId, after, PIECE);
      const paths = entries.map(({ path }) => path);
      const active = await activePaths(transaction, datasetId, paths);
      const due = entries.filter(
        ({ path, lastAttempt }) => !active.has(path) && lastAttempt.getTime() + GAP_MS <= now(),
      );
      const jobs = due.map(({ lastAttempt: _, ...entry }) => ({ ...entry, userId: null }));
      const asked = await enqueueBuilds(transaction, queue, jobs);
      enqueued += asked;
      skipped += entries.length - asked;
      after = paths.at(-1);
      if (entries.length < PIECE) return { enqueued, skipped };
    }
  };

  return {
    async begin(transaction, datasetId, { path, hash }) {
      if ((await findPending(transaction, datasetId, path, hash)) === undefined) return;
      const controls = await findControls(transaction, datasetId);
      // One that lives comes by itself, and one that is spent is the business of the sweep.
      if (controls === undefined) await open(transaction, datasetId, { epoch: 1, runs: 0 });
    },

    async reopen(transaction, datasetId) {
      const at = new Date(now());
      if (await endIdleChain(transaction, datasetId, at)) return undefined;
      const controls = await findControls(transaction, datasetId);
      if (controls !== undefined && (await isAlive(transaction, controls))) return undefined;
      if (controls?.jobId) await endRun(transaction, controls.jobId, LOST, at);
      await forgetRuns(transaction, datasetId);
      const report = await enqueueDue(transaction, datasetId);
      await open(transaction, datasetId, { epoch: (controls?.epoch ?? 0) + 1, runs: 1 });
      return report;
    },

    resume: scheduleNext,

    run: (jobId) =>
      db.transaction().execute(async (transaction) => {
        const at = new Date(now());
        const nothing = async (): Promise<RunReport> => {
          await endRun(transaction, jobId, { state: 'Deleted' }, at);
          return NOTHING;
        };
        const datasetId = await datasetOfRun(transaction, jobId);
        if (datasetId === undefined) return nothing();
        await holdCoordination(transaction, datasetId);
        // The dataset is being removed, or another run took the place of this one meanwhile.
        if (!(await lockDataset(transaction, datasetId))) return nothing();
        const controls = await findControls(transaction, datasetId);
        if (controls?.jobId !== jobId) return nothing();
        await settleStalePending(transaction, datasetId);
        const report = await enqueueDue(transaction, datasetId);
        await endRun(transaction, jobId, { state: 'Succeeded', result: report }, at);
        if (!(await endIdleChain(transaction, datasetId, at))) await scheduleNext(transaction, datasetId, controls);
        await noteCheck(transaction, datasetId, at);
        return report;
      }),
  };
}
