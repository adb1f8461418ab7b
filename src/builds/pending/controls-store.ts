import { sql } from 'kysely';
import type { Database } from '../../database/index.ts';

/** When the builds of a dataset that wait are tried again. */
export interface RetryControls {
  /** Names the chain of runs; a run of another chain does nothing. */
  readonly coordinatorId: string;
  readonly epoch: number;
  /** Runs scheduled in this epoch. */
  readonly attempt: number;
  readonly state: 'scheduled' | 'exhausted';
  /** The run that comes next, and when; null when none does. */
  readonly jobId: string | null;
  readonly nextRunAt: Date | null;
}

const controls = (db: Database) =>
  db
    .selectFrom('retry_controls')
    .select([
      'dataset_id as datasetId',
      'coordinator_id as coordinatorId',
      'epoch',
      'attempt',
      'state',
      'job_id as jobId',
      'next_run_at as nextRunAt',
    ]);

export function findControls(db: Database, datasetId: string): Promise<RetryControls | undefined> {
  return controls(db).where('dataset_id', '=', datasetId).executeTakeFirst();
}

/** The dataset whose next run a job is; undefined when it is that of none (any more). */
export async function datasetOfRun(db: Database, jobId: string): Promise<string | undefined> {
  return (await controls(db).where('job_id', '=', jobId).executeTakeFirst())?.datasetId;
}

export async function putControls(db: Database, datasetId: string, next: RetryControls): Promise<void> {
  const row = {
    coordinator_id: next.coordinatorId,
    epoch: next.epoch,
    attempt: next.attempt,
    state: next.state,
    job_id: next.jobId,
    next_run_at: next.nextRunAt,
  };
  await db
    .insertInto('retry_controls')
    .values({ dataset_id: datasetId, ...row })
    .onConflict((conflict) => conflict.column('dataset_id').doUpdateSet(row))
    .execute();
}

/** Remembers that somebody looked, and at which revision of the dataset. Chain and budget stay as they are. */
export async function noteCheck(db: Database, datasetId: string, at: Date): Promise<void> {
  await sql`
    update retry_controls set last_check = ${at},
      checksum = (select revision::text from datasets where datasets.id = retry_controls.dataset_id)
    where dataset_id = ${datasetId}::uuid`.execute(db);
}

export async function deleteControls(db: Database, datasetId: string): Promise<void> {
  await db.deleteFrom('retry_controls').where('dataset_id', '=', datasetId).execute();
}
