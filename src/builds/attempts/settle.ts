import type { Database } from '../../database/index.ts';
import { datasetLocks, entryReading } from '../../datasets/index.ts';
import { wasAskedAgain } from '../jobs/asked-jobs.ts';
import type { BuildQueue } from '../jobs/build-queue.ts';
import { setJobState, type JobRow } from '../jobs/job-store.ts';
import { askForAnswered } from '../pending/answered.ts';
import { outcomeName, settlementOf, type BuildOutcome } from './outcome.ts';

/** Pending builds, as the end of an attempt changes them. */
export interface PendingFollowUp {
  /**
   * Whether an outcome changes pending builds. If it does, takes the coordination of the dataset. To be called before the
   * transaction takes the dataset: everything takes the coordination first.
   */
  concerns(transaction: Database, job: JobRow, outcome: BuildOutcome): Promise<boolean>;
  /** Changes the pending builds and the retries. @returns changes of marker files, for after the commit; never rejects */
  follow(transaction: Database, job: JobRow, outcome: BuildOutcome): Promise<() => Promise<void>>;
}

export interface SettleOptions {
  readonly db: Database;
  readonly queue: Pick<BuildQueue, 'enqueue'>;
  readonly pending: PendingFollowUp;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Delay of a build that another process seemed to make. */
const ASK_AGAIN_MS = 60_000;
/** Delay of a build whose parts came meanwhile: more of them are on their way. */
const LOOK_AGAIN_MS = 1000;

const NOTHING_LEFT = (): Promise<void> => Promise.resolve();

/** Ends the job of an attempt in one transaction, with another job where one must follow. Pending builds change in the same transaction. */
export async function settleBuild(
  job: JobRow,
  outcome: BuildOutcome,
  log: string,
  options: SettleOptions,
): Promise<void> {
  const finish = await options.db
    .transaction()
    .execute((transaction) => settleRows(transaction, job, outcome, log, options));
  await finish();
}

async function settleRows(
  transaction: Database,
  job: JobRow,
  ending: BuildOutcome,
  log: string,
  { queue, pending, now }: SettleOptions,
): Promise<() => Promise<void>> {
  const isPending = await pending.concerns(transaction, job, ending);
  const isThere = await datasetLocks.lock(transaction, job.datasetId);
  const outcome = (await isOutdated(transaction, job)) ? ({ kind: 'superseded' } as const) : ending;
  const { state, marker } = settlementOf(outcome);
  const error = outcome.kind === 'failed' ? outcome.message : null;
  const facts = { outcome: outcomeName(outcome), error, log, at: new Date(now()) };
  // A job that was deleted meanwhile changes no pending builds.
  if (!(await setJobState(transaction, job.id, state, facts))) return NOTHING_LEFT;
  if (!isThere) return NOTHING_LEFT;
  if (await wasAskedAgain(transaction, job.id))
    await askAgain(transaction, queue, { ...job, forced: true }, outcome, now());
  if (marker === 'leave') {
    await askAgain(transaction, queue, job, outcome, now());
    return NOTHING_LEFT;
  }
  const finish = isPending ? await pending.follow(transaction, job, outcome) : NOTHING_LEFT;
  // Parts that came while it was found out that they are missing.
  if (outcome.kind === 'deferred')
    await askForAnswered(transaction, queue, job.datasetId, outcome.missing, new Date(now() + LOOK_AGAIN_MS));
  return finish;
}

/** True if every entry with these bytes now has different sidecars; the result is stale. */
async function isOutdated(transaction: Database, { datasetId, hash, companions }: JobRow): Promise<boolean> {
  if ((await entryReading.ofKey(transaction, { datasetId, hash, companions })) !== undefined) return false;
  return (await entryReading.ofKey(transaction, { datasetId, hash })) !== undefined;
}

/** Enqueues a build again that was left to another process or is stale, where an entry still has its key. */
async function askAgain(
  transaction: Database,
  queue: Pick<BuildQueue, 'enqueue'>,
  job: JobRow,
  outcome: BuildOutcome,
  now: number,
): Promise<void> {
  const entry = await entryReading.ofKey(transaction, job, job.path);
  if (entry === undefined) return;
  const { datasetId, hash, companions, forced } = job;
  const again = { datasetId, hash, companions, path: entry.path, userId: null, forced };
  const after = outcome.kind === 'contended' ? { after: new Date(now + ASK_AGAIN_MS) } : {};
  await queue.enqueue(transaction, [again], after);
}
