import { sql, type NotNull } from 'kysely';
import { anyOf, type Database } from '../../database/index.ts';
import { ACTIVE_STATES, removeEndedJobs, stateColumns, type EndedJobs, type JobStateName } from '../../jobs/index.ts';
import type { BuildKey } from '../build-key.ts';
import type { BuildClass } from '../outputs/build-class.ts';

export const BUILD_TOOL = 'build';

export interface JobRow extends BuildKey {
  readonly id: string;
  readonly path: string;
  readonly buildClass: BuildClass;
  /** Whether it was asked for of what is built already. */
  readonly forced: boolean;
  readonly state: JobStateName;
  readonly progress: number | null;
  readonly phase: string | null;
  /** What became of it, as `BuildOutcome` names it; null until it has ended. */
  readonly outcome: string | null;
  readonly error: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly processingAt: Date | null;
  readonly succeededAt: Date | null;
  readonly failedAt: Date | null;
  readonly deletedAt: Date | null;
}

const jobs = (db: Database) =>
  db
    .selectFrom('jobs')
    .select([
      'id',
      'dataset_id as datasetId',
      'path',
      'hash',
      'companions',
      sql<BuildClass>`build_class`.as('buildClass'),
      'forced',
      sql<JobStateName>`state`.as('state'),
      'progress',
      'phase',
      'outcome',
      'error',
      'created_at as createdAt',
      'updated_at as updatedAt',
      'processing_at as processingAt',
      'succeeded_at as succeededAt',
      'failed_at as failedAt',
      'deleted_at as deletedAt',
    ])
    .where('tool_id', '=', BUILD_TOOL)
    // A build is of a file of a dataset.
    .$narrowType<{ datasetId: NotNull; path: NotNull; hash: NotNull }>();

/** A build that waits or runs, in the words of the indexes on turns (migration 0032). */
export const isActiveBuild = sql<boolean>`tool_id = 'build' and state in ('Created', 'Enqueued', 'Scheduled', 'Processing')`;

/** Puts an active job back after an attempt that ended by a fault. @returns how many of its attempts did */
export async function countFault(db: Database, id: string): Promise<number> {
  const row = await db
    .updateTable('jobs')
    .set(({ eb }) => ({ ...stateColumns('Enqueued'), faults: eb('faults', '+', 1) }))
    .where('id', '=', id)
    .where('state', 'in', ACTIVE_STATES)
    .returning('faults')
    .executeTakeFirst();
  return row?.faults ?? 0;
}

export function findJob(db: Database, id: string): Promise<JobRow | undefined> {
  return jobs(db).where('id', '=', id).executeTakeFirst();
}

export interface JobPage {
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  /** Only jobs of this file. */
  readonly path?: string | undefined;
}

/** Newest first. */
export function listBuildJobs(db: Database, datasetId: string, { page, pageSize, path }: JobPage): Promise<JobRow[]> {
  return (
    jobs(db)
      .where('dataset_id', '=', datasetId)
      // A caller that asks about one file wants its newest job.
      .$if(path === undefined, (query) => query.where(isListed))
      .$if(path !== undefined, (query) => query.where('path', '=', path!))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .offset((page - 1) * pageSize)
      .limit(pageSize)
      .execute()
  );
}

/** The newest build job of each of these hashes with each fingerprint. */
export async function newestBuildJobs(db: Database, datasetId: string, hashes: readonly string[]): Promise<JobRow[]> {
  if (hashes.length === 0) return [];
  return jobs(db)
    .distinctOn(['hash', 'companions'])
    .where('dataset_id', '=', datasetId)
    .where('hash', '=', anyOf(hashes, 'char(64)'))
    .orderBy('hash')
    .orderBy('companions')
    .orderBy('created_at', 'desc')
    .execute();
}

/** Whether somebody cancelled a build: builds of a file that was removed end as Deleted without a word. */
export const wasCancelled = (job: JobRow | undefined): boolean => job?.state === 'Deleted' && job.error !== null;

/** The active build of a key. @returns its id */
export async function activeBuildOf(
  db: Database,
  { datasetId, hash, companions }: BuildKey,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('jobs')
    .select('id')
    .where('tool_id', '=', BUILD_TOOL)
    .where('dataset_id', '=', datasetId)
    .where('hash', '=', hash)
    .where('companions', '=', companions)
    .where('state', 'in', ACTIVE_STATES)
    .executeTakeFirst();
  return row?.id;
}

/** The paths of the list that have an active build. */
export async function activePaths(
  db: Database,
  datasetId: string,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  if (paths.length === 0) return new Set();
  const rows = await db
    .selectFrom('jobs')
    .select('path')
    .where('tool_id', '=', BUILD_TOOL)
    .where('dataset_id', '=', datasetId)
    .where('path', '=', anyOf(paths, 'text'))
    .where('state', 'in', ACTIVE_STATES)
    .execute();
  return new Set(rows.map(({ path }) => path!));
}

/** Ends the active build jobs of these hashes as deleted. @returns their ids */
export async function deleteBuildJobs(db: Database, datasetId: string, hashes: readonly string[]): Promise<string[]> {
  if (hashes.length === 0) return [];
  const deleted = await db
    .updateTable('jobs')
    .set({ ...stateColumns('Deleted'), error: null })
    .where('tool_id', '=', BUILD_TOOL)
    .where('dataset_id', '=', datasetId)
    .where('hash', '=', anyOf(hashes, 'char(64)'))
    .where('state', 'in', ACTIVE_STATES)
    .returning('id')
    .execute();
  return deleted.map(({ id }) => id);
}

/**
 * Whether a job is the last word on a file that is there still: a build that failed or was cancelled, and was not asked for again.
 * Without it nobody knows why nothing was built, and the file seems to wait.
 */
export const isLastWord = sql<boolean>`(jobs.tool_id = ${sql.lit(BUILD_TOOL)}
  and (jobs.state = 'Failed' or jobs.state = 'Deleted' and jobs.error is not null)
  and exists (select from entries where entries.dataset_id = jobs.dataset_id and entries.hash = jobs.hash
    and entries.companions = jobs.companions)
  and not exists (select from jobs later where later.dataset_id = jobs.dataset_id and later.hash = jobs.hash
    and later.companions = jobs.companions and later.tool_id = ${sql.lit(BUILD_TOOL)} and later.created_at > jobs.created_at))`;

/** Outcome of a cancelled build that was cleared: it is in no list any more, and tells the state of its file still. */
const CLEARED = 'cleared';

/** Whether a job is in lists: one that was cleared is not. */
export const isListed = sql<boolean>`jobs.outcome is distinct from ${sql.lit(CLEARED)}`;

/**
 * Clears jobs that have ended: removes them, but the last word on a file that failed; of one that was cancelled it is taken out
 * of the lists. @returns how many
 */
export async function clearEndedJobs(
  db: Database,
  among: EndedJobs['among'],
  inPiece?: EndedJobs['inPiece'],
): Promise<number> {
  let unlisted = 0;
  const removed = await removeEndedJobs(db, {
    among,
    which: sql`not ${isLastWord}`,
    async inPiece(transaction, count) {
      const more = await takeOutOfLists(transaction, among);
      unlisted += more;
      await inPiece?.(transaction, count + more);
    },
  });
  return removed + unlisted;
}

/** The cancelled builds among these that are still there and listed. @returns how many */
async function takeOutOfLists(transaction: Database, among: EndedJobs['among']): Promise<number> {
  const { numUpdatedRows } = await transaction
    .updateTable('jobs')
    .set({ outcome: CLEARED })
    .where(sql<boolean>`(${among})`)
    .where(sql<boolean>`${isLastWord}`)
    .where('state', '=', 'Deleted')
    .where(isListed)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Clears the build jobs of a dataset. @returns how many */
export function clearBuildJobs(db: Database, datasetId: string, inPiece: EndedJobs['inPiece']): Promise<number> {
  return clearEndedJobs(db, sql`dataset_id = ${datasetId}::uuid and tool_id = ${BUILD_TOOL}`, inPiece);
}

/** Active build jobs of a dataset behind the key of one, in the order of keys, which an index has. */
export function activeBuildJobs(
  db: Database,
  datasetId: string,
  after: { readonly hash: string; readonly companions: string } | undefined,
  limit: number,
): Promise<{ readonly id: string; readonly hash: string; readonly companions: string }[]> {
  return db
    .selectFrom('jobs')
    .select(['id', 'hash', 'companions'])
    .$narrowType<{ hash: NotNull }>()
    .where('tool_id', '=', BUILD_TOOL)
    .where('dataset_id', '=', datasetId)
    .where('state', 'in', ACTIVE_STATES)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(hash, companions) > (${after!.hash}::char(64), ${after!.companions}::text)`),
    )
    .orderBy('hash')
    .orderBy('companions')
    .limit(limit)
    .execute();
}

/** Active build jobs of all datasets behind an id, in the order of ids. */
export function activeJobsBehind(db: Database, id: string | undefined, limit: number): Promise<JobRow[]> {
  return jobs(db)
    .where('state', 'in', ACTIVE_STATES)
    .$if(id !== undefined, (query) => query.where('id', '>', id!))
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** What else a change of state tells. */
export interface JobFacts {
  readonly outcome?: string;
  readonly error?: string | null;
  readonly log?: string;
  /** When it happened; now unless told. */
  readonly at?: Date;
}

/** Moves an active job to a state, with the time. @returns false for a job that is final already, and stays as it is */
export async function setJobState(
  db: Database,
  id: string,
  state: 'Enqueued' | 'Processing' | 'Succeeded' | 'Failed',
  { outcome, error = null, log, at }: JobFacts = {},
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({
      ...stateColumns(state, at),
      // An attempt that begins sees whatever was asked for until now.
      ...(state === 'Processing' ? { asked_again: false } : {}),
      error,
      ...(outcome === undefined ? {} : { outcome }),
      ...(log === undefined ? {} : { log }),
    })
    .where('id', '=', id)
    .where('state', 'in', ACTIVE_STATES)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Writes the log of a job that is running, so that people can read along. */
export async function setJobLog(db: Database, id: string, log: string): Promise<void> {
  await db.updateTable('jobs').set({ log }).where('id', '=', id).where('state', '=', 'Processing').execute();
}

export async function findJobLog(db: Database, datasetId: string, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('jobs')
    .select('log')
    .where('tool_id', '=', BUILD_TOOL)
    .where('dataset_id', '=', datasetId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.log;
}
