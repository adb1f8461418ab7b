import { sql, type NotNull } from 'kysely';
import { anyOf, type Database } from '../database/index.ts';

/** States of a job; the first four are active, the others final. */
export type JobStateName = 'Created' | 'Enqueued' | 'Scheduled' | 'Processing' | 'Succeeded' | 'Failed' | 'Deleted';

export const ACTIVE_STATES = [
  'Created',
  'Enqueued',
  'Scheduled',
  'Processing',
] as const satisfies readonly JobStateName[];
export const BUILD_TOOL = 'build';

export interface JobRow {
  readonly id: string;
  readonly datasetId: string;
  readonly path: string | null;
  readonly hash: string | null;
  readonly state: JobStateName;
  readonly progress: number | null;
  readonly phase: string | null;
  readonly error: string | null;
  readonly createdAt: Date;
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
      sql<JobStateName>`state`.as('state'),
      'progress',
      'phase',
      'error',
      'created_at as createdAt',
      'processing_at as processingAt',
      'succeeded_at as succeededAt',
      'failed_at as failedAt',
      'deleted_at as deletedAt',
    ])
    .where('tool_id', '=', BUILD_TOOL)
    .$narrowType<{ datasetId: NotNull }>();

export interface NewBuildJob {
  readonly id: string;
  readonly datasetId: string;
  readonly path: string;
  readonly hash: string;
  readonly userId: string | null;
}

/** @returns false when a build of the same bytes in the dataset is active already */
export async function insertBuildJob(db: Database, job: NewBuildJob): Promise<boolean> {
  const inserted = await db
    .insertInto('jobs')
    .values({
      id: job.id,
      dataset_id: job.datasetId,
      tool_id: BUILD_TOOL,
      path: job.path,
      hash: job.hash,
      user_id: job.userId,
      state: 'Enqueued',
    })
    // The partial unique index that allows one active build of the same bytes.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export function findJob(db: Database, id: string): Promise<JobRow | undefined> {
  return jobs(db).where('id', '=', id).executeTakeFirst();
}

export function listBuildJobs(db: Database, datasetId: string, page: number, pageSize: number): Promise<JobRow[]> {
  return jobs(db)
    .where('dataset_id', '=', datasetId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset((page - 1) * pageSize)
    .limit(pageSize)
    .execute();
}

/** The newest build job of each of these hashes. */
export async function newestBuildJobs(db: Database, datasetId: string, hashes: readonly string[]): Promise<JobRow[]> {
  if (hashes.length === 0) return [];
  return jobs(db)
    .distinctOn('hash')
    .where('dataset_id', '=', datasetId)
    .where('hash', '=', anyOf(hashes, 'char(64)'))
    .orderBy('hash')
    .orderBy('created_at', 'desc')
    .execute();
}

/** Ends the active build jobs of these hashes as deleted. @returns their ids */
export async function deleteBuildJobs(db: Database, datasetId: string, hashes: readonly string[]): Promise<string[]> {
  if (hashes.length === 0) return [];
  const deleted = await db
    .updateTable('jobs')
    .set({ state: 'Deleted', error: null, deleted_at: new Date() })
    .where('tool_id', '=', BUILD_TOOL)
    .where('dataset_id', '=', datasetId)
    .where('hash', '=', anyOf(hashes, 'char(64)'))
    .where('state', 'in', ACTIVE_STATES)
    .returning('id')
    .execute();
  return deleted.map(({ id }) => id);
}

/** Ids of the active build jobs of these datasets. */
export async function activeBuildJobs(db: Database, datasetIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('jobs')
    .select('id')
    .where('tool_id', '=', BUILD_TOOL)
    .where('dataset_id', '=', anyOf(datasetIds, 'uuid'))
    .where('state', 'in', ACTIVE_STATES)
    .execute();
  return rows.map(({ id }) => id);
}

/** Build jobs of all datasets that an attempt was begun at, oldest first. */
export function begunBuildJobs(db: Database, limit: number): Promise<JobRow[]> {
  return jobs(db).where('state', '=', 'Processing').orderBy('created_at').limit(limit).execute();
}

const TIMESTAMPS = {
  Processing: 'processing_at',
  Succeeded: 'succeeded_at',
  Failed: 'failed_at',
} as const;

/** Moves an active job to a state, with the time; a job that is final already stays as it is. */
export async function setJobState(
  db: Database,
  id: string,
  state: keyof typeof TIMESTAMPS | 'Enqueued',
  facts: { readonly error?: string | null; readonly log?: string } = {},
): Promise<void> {
  await db
    .updateTable('jobs')
    .set({
      state,
      error: facts.error ?? null,
      ...(facts.log === undefined ? {} : { log: facts.log }),
      ...(state === 'Succeeded' ? { progress: 100 } : {}),
      ...(state === 'Enqueued' ? { progress: null, phase: null } : { [TIMESTAMPS[state]]: new Date() }),
    })
    .where('id', '=', id)
    .where('state', 'in', ACTIVE_STATES)
    .execute();
}

export async function setJobProgress(db: Database, id: string, progress: number | null, phase: string): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ progress, phase })
    .where('id', '=', id)
    .where('state', '=', 'Processing')
    .execute();
}
