import type { Database } from '../../database/index.ts';
import { datasetLocks, entryReading } from '../../datasets/index.ts';
import type { JobQueue } from '../../jobs/index.ts';
import { outcomeName, settlementOf, type BuildOutcome } from '../attempts/outcome.ts';
import { wasAskedAgain } from '../jobs/asked-jobs.ts';
import { enqueueBuilds } from '../jobs/enqueue.ts';
import { setJobState, type JobRow } from '../jobs/job-store.ts';
import { holdCoordination } from './coordination.ts';
import type { Coordinator } from './coordinator.ts';
import { endIdleChain } from './end-chain.ts';
import type { Markers } from './marker.ts';
import { markerOf } from './mend.ts';
import { deletePendingOfKey, findPending, putPending, type PendingBuild, type PendingName } from './pending-store.ts';
import { seenFrom } from './places.ts';

export interface SettleOptions {
  readonly db: Database;
  readonly queue: Pick<JobQueue, 'send'>;
  readonly markers: Markers;
  readonly coordinator: Pick<Coordinator, 'begin'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Told of markers that could not be written or removed; the sweep mends them. */
  readonly onError: (error: unknown) => void;
}

/** After this time a build is asked for again that another one seemed to be making. */
const ASK_AGAIN_MS = 60_000;

/** What is to be done with the markers. */
interface Consequence {
  readonly waits?: PendingBuild;
  readonly done?: readonly PendingName[];
}

/**
 * Writes down how an attempt ended: in one transaction the job, the index of the markers, and the retries that may follow; then
 * the marker. One that cannot be replaced stays as it was.
 */
export async function settleBuild(
  job: JobRow,
  outcome: BuildOutcome,
  log: string,
  options: SettleOptions,
): Promise<void> {
  const { db, markers, onError } = options;
  const settle = (transaction: Database): Promise<Consequence> => settleRows(transaction, job, outcome, log, options);
  const { waits, done = [] } = await db.transaction().execute(settle);
  if (waits !== undefined) await markers.write(job.datasetId, markerOf(waits)).catch(onError);
  for (const name of done) await markers.remove(job.datasetId, name).catch(onError);
}

async function settleRows(
  transaction: Database,
  job: JobRow,
  ending: BuildOutcome,
  log: string,
  { queue, coordinator, now }: SettleOptions,
): Promise<Consequence> {
  const { datasetId, path, hash } = job;
  // The coordination, then the dataset, then other rows: the order of everybody, or two would wait for each other.
  if (settlementOf(ending).marker !== 'leave') await holdCoordination(transaction, datasetId);
  const isThere = await datasetLocks.lock(transaction, datasetId);
  const outcome = (await isOutdated(transaction, job)) ? ({ kind: 'superseded' } as const) : ending;
  const { state, marker, retries } = settlementOf(outcome);
  const error = outcome.kind === 'failed' ? outcome.message : null;
  const facts = { outcome: outcomeName(outcome), error, log, at: new Date(now()) };
  // A job that was deleted meanwhile has no say in what waits.
  if (!(await setJobState(transaction, job.id, state, facts))) return {};
  if (!isThere) return {};
  if (await wasAskedAgain(transaction, job.id))
    await askAgain(transaction, queue, { ...job, forced: true }, outcome, now());
  if (marker === 'leave') {
    await askAgain(transaction, queue, job, outcome, now());
    return {};
  }
  if (marker === 'remove') {
    const removed = await deletePendingOfKey(transaction, job, path);
    if (removed.length > 0) await endIdleChain(transaction, datasetId, new Date(now()));
    // What waits there still does so with another key. Without a row, there may be a marker that has lost it.
    const other = await findPending(transaction, datasetId, path, hash);
    return { done: other === undefined ? [...removed, { path, hash }] : removed };
  }
  const waits = await whatWaits(transaction, job, outcome, new Date(now()));
  if (waits === undefined) return {};
  await putPending(transaction, datasetId, waits);
  if (retries) await coordinator.begin(transaction, datasetId, waits);
  return { waits };
}

/** Whether all entries of these bytes have other files beside them by now: how a build with the former ones ended tells nothing. */
async function isOutdated(transaction: Database, { datasetId, hash, companions }: JobRow): Promise<boolean> {
  if ((await entryReading.ofKey(transaction, { datasetId, hash, companions })) !== undefined) return false;
  return (await entryReading.ofKey(transaction, { datasetId, hash })) !== undefined;
}

/** What waits after an attempt; undefined when nothing waited and nothing is missing. */
async function whatWaits(
  transaction: Database,
  job: JobRow,
  outcome: BuildOutcome,
  lastAttempt: Date,
): Promise<PendingBuild | undefined> {
  const { datasetId, hash } = job;
  if (outcome.kind === 'deferred') {
    const entry = await entryReading.ofKey(transaction, job, outcome.path);
    return entry && { path: entry.path, hash, missing: seenFrom(entry.path, outcome), lastAttempt };
  }
  const entry = await entryReading.ofKey(transaction, job, job.path);
  const before = entry && (await findPending(transaction, datasetId, entry.path, hash));
  return before && { ...before, lastAttempt };
}

/** A build that was left, to another one or because something changed, is asked for again where its key still is one. */
async function askAgain(
  transaction: Database,
  queue: Pick<JobQueue, 'send'>,
  job: JobRow,
  outcome: BuildOutcome,
  now: number,
): Promise<void> {
  const entry = await entryReading.ofKey(transaction, job, job.path);
  if (entry === undefined) return;
  const { datasetId, hash, companions, forced } = job;
  const again = { datasetId, hash, companions, path: entry.path, userId: null, forced };
  const after = outcome.kind === 'contended' ? { after: new Date(now + ASK_AGAIN_MS) } : {};
  await enqueueBuilds(transaction, queue, [again], after);
}
