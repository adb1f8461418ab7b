import { randomUUID } from 'node:crypto';
import type { Database } from '../../database/index.ts';
import type { JobQueue } from '../../jobs/index.ts';
import type { BuildQueue } from '../jobs/build-queue.ts';
import { datasetOfRun, findControls, noteCheck, putControls, type RetryControls } from './controls-store.ts';
import { coordinated } from './coordination.ts';
import { enqueueDue, type FinishRun, type HoldChain, type RunReport } from './due-builds.ts';
import { endIdleChain } from './end-chain.ts';
import { findPending } from './pending-store.ts';
import { settleStalePiece } from './places.ts';
import { endRun, forgetRuns, insertRun } from './run-rows.ts';
import { delayOf, MAX_RUNS } from './schedule.ts';

/** Queue of the runs of coordinators. */
export const PENDING_QUEUE = 'build-pending';

/** Tries what waits again, at growing distances and a bounded number of times. */
export interface Coordinator {
  /**
   * When a job ended, in a transaction that holds the coordination and the dataset: begins the chain of the dataset if it has
   * none and this entry waits. That others of the dataset wait is not enough.
   */
  begin(
    transaction: Database,
    datasetId: string,
    entry: { readonly path: string; readonly hash: string },
  ): Promise<void>;
  /** Schedules the next run of a chain that was begun elsewhere, in a transaction as above. */
  restore(transaction: Database, datasetId: string, chain: RetryChain): Promise<void>;
  /**
   * Opens an epoch where the chain has ended or is lost, and makes its first run. The second one is scheduled before: it takes
   * up what a fault left of the first. @returns undefined where nothing waits, or the chain lives
   */
  reopen(datasetId: string, signal?: AbortSignal): Promise<RunReport | undefined>;
  /**
   * One run, by the id of its job. It works in pieces, each in a transaction of its own; the last one ends the run and schedules
   * the next. A run that is made again, after a fault or a stop, skips what is active.
   */
  run(jobId: string, signal?: AbortSignal): Promise<RunReport>;
}

export type RetryChain = Pick<RetryControls, 'coordinatorId' | 'epoch' | 'attempt'>;

export interface CoordinatorOptions {
  readonly db: Database;
  readonly queue: Pick<JobQueue, 'send' | 'state'>;
  readonly buildQueue: Pick<BuildQueue, 'enqueue'>;
  /** Milliseconds since 1970; the clock of the queue. */
  readonly now: () => number;
}

const LOST = { state: 'Failed', error: 'The queue lost this run; another chain of runs was begun.' } as const;
const NOTHING: RunReport = { enqueued: 0, skipped: 0 };

export function createCoordinator({ db, queue, buildQueue, now }: CoordinatorOptions): Coordinator {
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

  /** Whether the queue still knows the run that comes next. */
  const isAlive = async (transaction: Database, { state, jobId }: RetryControls): Promise<boolean> => {
    if (state !== 'scheduled' || jobId === null) return false;
    return ['waiting', 'active'].includes(await queue.state(PENDING_QUEUE, jobId, transaction));
  };

  /** Opens an epoch where something waits and the chain has ended or is lost. @returns its id */
  const openWhereLost = async (transaction: Database, datasetId: string): Promise<string | undefined> => {
    const at = new Date(now());
    if (await endIdleChain(transaction, datasetId, at)) return undefined;
    const controls = await findControls(transaction, datasetId);
    if (controls !== undefined && (await isAlive(transaction, controls))) return undefined;
    if (controls?.jobId) await endRun(transaction, controls.jobId, LOST, at);
    await forgetRuns(transaction, datasetId);
    const coordinatorId = randomUUID();
    await scheduleNext(transaction, datasetId, { coordinatorId, epoch: (controls?.epoch ?? 0) + 1, attempt: 1 });
    return coordinatorId;
  };

  /** Holds a chain for a piece of work, if it still is the one of its dataset. */
  const holding =
    (datasetId: string, isStill: (controls: RetryControls) => boolean): HoldChain =>
    (work) =>
      coordinated(db, datasetId, async (transaction) => {
        const controls = await findControls(transaction, datasetId);
        return controls !== undefined && isStill(controls) ? work(transaction, controls) : undefined;
      });

  const runOf = async (datasetId: string, jobId: string, signal: AbortSignal | undefined): Promise<RunReport> => {
    const held = holding(datasetId, (controls) => controls.jobId === jobId);
    let after: string | undefined;
    do {
      signal?.throwIfAborted();
      after = (await held((transaction) => settleStalePiece(transaction, datasetId, after)))?.end;
    } while (after !== undefined);
    const finish: FinishRun = async (transaction, report, controls) => {
      const at = new Date(now());
      await endRun(transaction, jobId, { state: 'Succeeded', result: report }, at);
      if (!(await endIdleChain(transaction, datasetId, at))) await scheduleNext(transaction, datasetId, controls);
      await noteCheck(transaction, datasetId, at);
    };
    return enqueueDue(datasetId, { queue: buildQueue, now, held, finish, signal });
  };

  return {
    async begin(transaction, datasetId, { path, hash }) {
      if ((await findPending(transaction, datasetId, path, hash)) === undefined) return;
      const controls = await findControls(transaction, datasetId);
      // One that lives comes by itself, and one that is spent is the business of the sweep.
      if (controls === undefined)
        await scheduleNext(transaction, datasetId, { coordinatorId: randomUUID(), epoch: 1, attempt: 0 });
    },

    restore: scheduleNext,

    async reopen(datasetId, signal) {
      const opened = await coordinated(db, datasetId, async (transaction) => {
        const coordinatorId = await openWhereLost(transaction, datasetId);
        await noteCheck(transaction, datasetId, new Date(now()));
        return coordinatorId;
      });
      if (opened === undefined) return undefined;
      const held = holding(datasetId, ({ coordinatorId }) => coordinatorId === opened);
      return enqueueDue(datasetId, { queue: buildQueue, now, held, signal });
    },

    async run(jobId, signal) {
      const datasetId = await datasetOfRun(db, jobId);
      const report = datasetId === undefined ? NOTHING : await runOf(datasetId, jobId, signal);
      // It has ended by now, unless another run took its place or the dataset is being removed.
      await endRun(db, jobId, { state: 'Deleted' }, new Date(now()));
      return report;
    },
  };
}
