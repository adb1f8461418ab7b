import type { Database } from '../../database/index.ts';
import type { BuildQueue } from '../jobs/build-queue.ts';
import { activePaths } from '../jobs/job-store.ts';
import type { RetryControls } from './controls-store.ts';
import { listPending } from './pending-store.ts';
import { GAP_MS } from './schedule.ts';

/** What became of the entries that waited. */
export interface RunReport {
  readonly enqueued: number;
  readonly skipped: number;
}

/** Works in a transaction that holds a chain with its dataset; undefined when the chain is another one by now. */
export type HoldChain = <T>(
  work: (transaction: Database, controls: RetryControls) => Promise<T>,
) => Promise<T | undefined>;

export type FinishRun = (transaction: Database, report: RunReport, controls: RetryControls) => Promise<void>;

export interface DueOptions {
  readonly queue: Pick<BuildQueue, 'enqueue'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly held: HoldChain;
  /** Called in the transaction of the last piece. */
  readonly finish?: FinishRun;
  readonly signal: AbortSignal | undefined;
}

/** Entries that are read and enqueued by one statement each, and by one transaction. */
const PIECE = 500;

/** Enqueues what is due of what waits in a dataset: in pieces, as uploads to the dataset wait for each of them. */
export async function enqueueDue(
  datasetId: string,
  { held, finish, signal, ...options }: DueOptions,
): Promise<RunReport> {
  let report: RunReport = { enqueued: 0, skipped: 0 };
  let after: string | undefined;
  do {
    signal?.throwIfAborted();
    const piece = await held(async (transaction, controls) => {
      const { enqueued, skipped, end } = await enqueuePiece(transaction, datasetId, after, options);
      const soFar = { enqueued: report.enqueued + enqueued, skipped: report.skipped + skipped };
      if (end === undefined) await finish?.(transaction, soFar, controls);
      return { soFar, end };
    });
    if (piece === undefined) return report;
    [report, after] = [piece.soFar, piece.end];
  } while (after !== undefined);
  return report;
}

/**
 * Enqueues what is due of one piece of what waits, in a transaction that holds the dataset.
 *
 * @param after path behind which the piece begins. @returns also the end of the piece; none of the last
 */
export async function enqueuePiece(
  transaction: Database,
  datasetId: string,
  after: string | undefined,
  { queue, now }: Pick<DueOptions, 'queue' | 'now'>,
): Promise<RunReport & { readonly end: string | undefined }> {
  const entries = await listPending(transaction, datasetId, after, PIECE);
  const paths = entries.map(({ path }) => path);
  const active = await activePaths(transaction, datasetId, paths);
  const due = entries.filter(({ path, lastAttempt }) => !active.has(path) && lastAttempt.getTime() + GAP_MS <= now());
  const jobs = due.map(({ lastAttempt: _, ...entry }) => ({ ...entry, userId: null }));
  const enqueued = await queue.enqueue(transaction, jobs);
  const end = entries.length < PIECE ? undefined : paths.at(-1);
  return { enqueued, skipped: entries.length - enqueued, end };
}
