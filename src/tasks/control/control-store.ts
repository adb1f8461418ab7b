import { sql } from 'kysely';
import { anyOf, type Database } from '../../database/index.ts';
import { FINAL_STATES, type JobStateName } from '../../jobs/index.ts';

/** A task that something is done with. */
export interface ControlledTask {
  readonly id: string;
  /** Null of an operation of the whole service. */
  readonly datasetId: string | null;
  /** `organization/dataset`; null of an operation of the whole service, and while the dataset is being removed. */
  readonly datasetName: string | null;
  readonly toolId: string;
  readonly path: string | null;
  readonly userId: string | null;
  readonly state: JobStateName;
  /** Whether it is one of `tasks`: neither a build nor an operation. */
  readonly isTask: boolean;
  readonly subject: string | null;
  readonly estimatedBytes: number;
  readonly batchId: string | null;
}

/** Whether a job is one of `tasks`, and no build and no operation: that never changes. */
export async function isOneOfTasks(db: Database, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('tasks')
    .innerJoin('jobs', 'jobs.id', 'tasks.job_id')
    .select('jobs.id')
    .where('jobs.id', '=', id)
    .where('jobs.tool_id', '<>', 'build')
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes a task for this transaction. */
export async function holdForControl(
  transaction: Database,
  id: string,
  datasetId?: string,
): Promise<ControlledTask | undefined> {
  const ofDataset = datasetId === undefined ? sql`` : sql`and jobs.dataset_id = ${datasetId}::uuid`;
  const { rows } = await sql<ControlledTask>`
    select jobs.id, jobs.dataset_id as "datasetId", (
        select organizations.slug || '/' || datasets.slug from datasets
        join organizations on organizations.id = datasets.organization_id where datasets.id = jobs.dataset_id) as "datasetName", jobs.tool_id as "toolId", jobs.path, jobs.user_id as "userId", jobs.state,
      tasks.job_id is not null and jobs.tool_id <> 'build' as "isTask", tasks.subject,
      coalesce(tasks.estimated_bytes, 0) as "estimatedBytes", tasks.batch_id as "batchId"
    from jobs left join tasks on tasks.job_id = jobs.id
    where jobs.id = ${id}::uuid ${ofDataset} for update of jobs`.execute(transaction);
  return rows[0];
}

/**
 * Ends a task as Deleted, with what it has to download; a text for people is kept where there is one.
 *
 * @param secrets names of its parameters that are secret: nobody needs them any more
 */
export async function markDeleted(
  transaction: Database,
  id: string,
  error: string,
  secrets: readonly string[],
): Promise<void> {
  await sql`
    with gone as (
      update jobs set state = 'Deleted', deleted_at = now(), error = coalesce(error, ${error}::text)
      where id = ${id}::uuid returning id)
    update tasks set artifact_file = null, parameters = parameters - ${[...secrets]}::text[] from gone where tasks.job_id = gone.id`.execute(
    transaction,
  );
  await transaction
    .updateTable('parked_tasks')
    .set({ until: sql`now()` })
    .where('job_id', '=', id)
    .execute();
}

/** Notes when what a task wrote was taken back: the first time counts. */
export async function markUndone(transaction: Database, id: string): Promise<void> {
  await transaction
    .updateTable('tasks')
    .set({ undone_at: sql`coalesce(undone_at, now())` })
    .where('job_id', '=', id)
    .execute();
}

/**
 * Puts a task that failed back to those that wait.
 *
 * @param tokenId the access token it is asked for with this time
 */
export async function putBack(transaction: Database, id: string, tokenId: string | null): Promise<void> {
  await sql`
    with back as (
      update jobs set state = 'Enqueued', progress = null, phase = null, error = null, faults = 0,
        scheduled_at = null, processing_at = null, failed_at = null
      where id = ${id}::uuid returning id)
    update tasks set error_type = null, queue_id = null, token_id = ${tokenId}::uuid from back where tasks.job_id = back.id`.execute(
    transaction,
  );
  // It begins anew, and finds by itself what was made elsewhere.
  await transaction.deleteFrom('parked_tasks').where('job_id', '=', id).execute();
}

/** Removes the record of a task that has ended. */
export async function deleteEnded(transaction: Database, id: string): Promise<void> {
  await transaction.deleteFrom('jobs').where('id', '=', id).where('state', '=', anyOf(FINAL_STATES, 'text')).execute();
}

/** Whether files of a dataset wait for others. */
export async function hasPendingBuilds(db: Database, datasetId: string): Promise<boolean> {
  const row = await db
    .selectFrom('pending_builds')
    .select('path')
    .where('dataset_id', '=', datasetId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ways through the queue of tasks that were ended: what works on them is to be told. */
export async function endedWays(db: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ queueId: string }>`
    select tasks.queue_id as "queueId" from tasks join jobs on jobs.id = tasks.job_id
    where tasks.queue_id is not null and jobs.state = any(${[...FINAL_STATES]}::text[])`.execute(db);
  return rows.map(({ queueId }) => queueId);
}

export async function forgetWay(db: Database, queueId: string): Promise<void> {
  await db.updateTable('tasks').set({ queue_id: null }).where('queue_id', '=', queueId).execute();
}
