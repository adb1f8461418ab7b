import { UUID, type Database, type SessionLocks } from '../../database/index.ts';
import type { Outputs } from '../outputs/index.ts';
import type { Coordinator } from './coordinator.ts';
import type { RunReport } from './due-builds.ts';
import type { Markers } from './marker.ts';
import { reconcilePending } from './reconcile.ts';
import { countPending, datasetsWithPending } from './pending-store.ts';
import { SWEEP_EVERY_MS } from './schedule.ts';
import { lastSweep, putSweep, type Sweep } from './sweep-store.ts';
import { namesIn } from '../folder-access.ts';

export interface SweepOptions {
  readonly db: Database;
  readonly locks: SessionLocks;
  readonly markers: Markers;
  readonly outputs: Outputs;
  readonly coordinator: Pick<Coordinator, 'reopen'>;
  /** Folder with a folder for each dataset that has outputs or markers. */
  readonly folder: string;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** Datasets read by one statement. */
const PIECE = 500;

/** Sweeps when the last sweep of any process is old enough. One process at a time does. */
export async function sweepWhenDue(options: SweepOptions, signal: AbortSignal): Promise<Sweep | undefined> {
  const isDue = async (): Promise<boolean> => {
    const last = await lastSweep(options.db);
    return last === undefined || last.lastRun.getTime() + SWEEP_EVERY_MS <= options.now();
  };
  if (!(await isDue())) return undefined;
  const lock = await options.locks.tryTake('pending-sweep');
  if (lock === undefined) return undefined;
  try {
    // Another process may have swept since.
    return (await isDue()) ? await sweep(options, AbortSignal.any([signal, lock.lost])) : undefined;
  } finally {
    await lock.release();
  }
}

/** Reconciles every dataset that has pending builds, and opens an epoch of retries where there is none. */
export async function sweep(options: SweepOptions, signal: AbortSignal): Promise<Sweep> {
  const { db, now, onError } = options;
  const lastRun = new Date(now());
  const started = performance.now();
  const report = { totalDatasets: 0, datasetsChecked: 0, pendingBuilds: 0, jobsEnqueued: 0, jobsSkipped: 0, errors: 0 };
  for await (const datasetId of waitingDatasets(options)) {
    signal.throwIfAborted();
    report.totalDatasets += 1;
    try {
      const { pending, run } = await sweepDataset(datasetId, options, signal);
      report.pendingBuilds += pending;
      if (run === undefined) continue;
      report.datasetsChecked += 1;
      report.jobsEnqueued += run.enqueued;
      report.jobsSkipped += run.skipped;
    } catch (fault) {
      signal.throwIfAborted();
      report.errors += 1;
      onError(fault);
    }
  }
  const datasetsSkipped = report.totalDatasets - report.datasetsChecked - report.errors;
  const done: Sweep = { ...report, lastRun, datasetsSkipped, durationMs: performance.now() - started };
  await putSweep(db, done);
  return done;
}

interface DatasetSweep {
  readonly pending: number;
  /** Undefined where nothing was opened. */
  readonly run: RunReport | undefined;
}

async function sweepDataset(datasetId: string, options: SweepOptions, signal: AbortSignal): Promise<DatasetSweep> {
  const { db, coordinator } = options;
  await reconcilePending(datasetId, options);
  const pending = await countPending(db, datasetId);
  return { pending, run: await coordinator.reopen(datasetId, signal) };
}

/** Datasets with rows that wait, or controls, or a folder where markers may lie; each once. */
async function* waitingDatasets({ db, markers, folder }: SweepOptions): AsyncGenerator<string> {
  const seen = new Set<string>();
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const ids = await datasetsWithPending(db, after, PIECE);
    for (const id of ids) seen.add(id);
    yield* ids;
    if (ids.length < PIECE) break;
    after = ids.at(-1)!;
  }
  for await (const name of namesIn(folder)) {
    if (!UUID.test(name) || seen.has(name)) continue;
    if ((await hasMarkers(markers, name)) && (await exists(db, name))) yield name;
  }
}

async function hasMarkers(markers: Markers, datasetId: string): Promise<boolean> {
  for await (const piece of markers.pieces(datasetId)) return piece.length > 0;
  return false;
}

async function exists(db: Database, datasetId: string): Promise<boolean> {
  const row = await db.selectFrom('datasets').select('id').where('id', '=', datasetId).executeTakeFirst();
  return row !== undefined;
}
