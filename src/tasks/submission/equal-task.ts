import { sql } from 'kysely';
import type { Database } from '../../database/index.ts';
import { taskUser } from '../store/rows.ts';

/** A task that may be the answer. */
export interface EqualTask {
  readonly id: string;
  /** Null is nobody's. */
  readonly userId: string | null;
  /** Its artifact, that must be there still; null when it makes none, or not yet. */
  readonly file: string | null;
}

/**
 * The newest task that is the answer to the same wish: one that waits or runs, or one that succeeded a short time ago, if its
 * artifact is still there and what it wrote is still in its dataset, or in the one that it made.
 *
 * @param isAnswer whether the caller may see a task, and its file is there
 */
export async function findEqualTask(
  db: Database,
  { key, datasetId, hours }: { readonly key: string; readonly datasetId: string; readonly hours: number },
  isAnswer: (task: EqualTask) => Promise<boolean>,
): Promise<string | undefined> {
  const { rows } = await sql<EqualTask>`
    select jobs.id, ${taskUser} as "userId", tasks.artifact_file as file from tasks
      cross join lateral (select * from jobs where jobs.id = tasks.job_id offset 0) jobs
    where tasks.key = ${key} and jobs.dataset_id = ${datasetId}::uuid and (
      jobs.state in ('Created', 'Enqueued', 'Scheduled', 'Processing')
      or jobs.state = 'Succeeded' and jobs.created_at > now() - make_interval(hours => ${hours})
        and (tasks.artifact_name is null or tasks.artifact_file is not null and tasks.artifact_ends_at > now())
        and not exists (
          select from upload_batch_entries staged join upload_batches batch on batch.id = staged.batch_id
          left join datasets place on place.id = batch.dataset_id and place.organization_id is not null
          left join entries on entries.dataset_id = place.id and entries.path = staged.path
          where staged.batch_id = tasks.batch_id and entries.hash is distinct from staged.hash))
    order by jobs.created_at desc`.execute(db);
  for (const task of rows) if (await isAnswer(task)) return task.id;
  return undefined;
}
