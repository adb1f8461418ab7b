import { sql } from 'kysely';
import { anyOf, type Database } from '../../database/index.ts';

/** A task that was sent to the queue. */
export interface SentTask {
  readonly id: string;
  readonly queueId: string;
  readonly datasetId: string;
}

/**
 * Tasks that were sent and have not ended, and did not change lately: of others nobody can say yet that they are lost. What changed
 * later than now did so before the clock was set back.
 */
export async function sentTasks(db: Database, settledSeconds: number): Promise<readonly SentTask[]> {
  const { rows } = await sql<SentTask>`
    select jobs.id, tasks.queue_id as "queueId", jobs.dataset_id as "datasetId" from tasks join jobs on jobs.id = tasks.job_id
    where tasks.queue_id is not null and jobs.state in ('Scheduled', 'Processing')
      and abs(extract(epoch from now() - jobs.updated_at)) > ${settledSeconds}`.execute(db);
  return rows;
}

/** Ends a task that the queue has given up. */
export async function failLost(transaction: Database, { id, queueId }: SentTask, message: string): Promise<void> {
  await sql`
    with lost as (
      update jobs set state = 'Failed', failed_at = now(), error = ${message}
      where id = ${id}::uuid and state in ('Scheduled', 'Processing')
        and exists (select from tasks where job_id = jobs.id and queue_id = ${queueId}::uuid) returning id)
    update tasks set queue_id = null, error_type = 'ServiceFault' from lost where job_id = lost.id`.execute(
    transaction,
  );
}

/** Puts a task that the queue never had, or forgot, back to those that wait. Its dataset is locked before. */
export async function sendAnew(transaction: Database, { id, queueId }: SentTask): Promise<void> {
  await sql`
    with lost as (
      update jobs set state = 'Enqueued', progress = null, phase = null
      where id = ${id}::uuid and state in ('Scheduled', 'Processing')
        and exists (select from tasks where job_id = jobs.id and queue_id = ${queueId}::uuid) returning id)
    update tasks set queue_id = null from lost where job_id = lost.id`.execute(transaction);
}

/** Takes the names of artifacts away whose time is over. What others change at this moment has its turn with the next sweep. */
export async function endArtifacts(db: Database): Promise<void> {
  await sql`
    update tasks set artifact_file = null where job_id in (
      select job_id from tasks where artifact_file is not null and artifact_ends_at <= now()
      for no key update skip locked)`.execute(db);
}

/** Forgets turns of long ago, under the lock of the tasks: addresses of visitors are many. */
export async function forgetTurns(db: Database): Promise<void> {
  await sql`delete from task_turns where at < now() - interval '1 day'`.execute(db);
}

/** What of the files of a task is needed. */
export interface FilesOfTask {
  /** The artifact that counts; null when it has none. */
  readonly file: string | null;
  /**
   * Whether another attempt may come, and go on with what one before it kept: for a day after it failed, when it is the last one of its
   * user that did. So nobody fills the disk with what he does not get.
   */
  readonly goesOn: boolean;
  /** Whether an attempt may have put a file into its place that it is about to name. */
  readonly isUnderWay: boolean;
}

/** The same of these tasks, those that are there. */
export async function artifactsOf(db: Database, taskIds: readonly string[]): Promise<ReadonlyMap<string, FilesOfTask>> {
  const rows = await db
    .selectFrom('tasks')
    .innerJoin('jobs', 'jobs.id', 'tasks.job_id')
    .select([
      'jobs.id',
      'artifact_file as file',
      sql<boolean>`(jobs.state not in ('Succeeded', 'Deleted', 'Failed')
        or jobs.state = 'Failed' and jobs.failed_at > now() - interval '1 day' and not exists (
          select from jobs later where later.user_id = jobs.user_id and later.tool_id = jobs.tool_id and later.state = 'Failed'
            and later.failed_at > jobs.failed_at))`.as('goesOn'),
      sql<boolean>`jobs.state = 'Processing'`.as('isUnderWay'),
    ])
    .where('jobs.id', '=', anyOf(taskIds, 'uuid'))
    .execute();
  return new Map(rows.map(({ id, ...files }) => [id, files]));
}

/** Batches of tasks that nothing fills and nobody asks about any more. */
export async function leftBatches(
  db: Database,
): Promise<readonly { readonly id: string; readonly isRunning: boolean }[]> {
  const { rows } = await sql<{ id: string; isRunning: boolean }>`
    select batch.id, batch.state = 0 as "isRunning" from upload_batches batch
    left join tasks on tasks.batch_id = batch.id left join jobs on jobs.id = tasks.job_id
    where batch.kind = 2 and (jobs.id is null or batch.state = 0 and jobs.state not in ('Scheduled', 'Processing'))`.execute(
    db,
  );
  return rows;
}
