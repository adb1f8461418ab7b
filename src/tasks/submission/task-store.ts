import type { Database } from '../../database/index.ts';
import type { Notes } from '../attempts/notes.ts';
import type { Parameters } from './parameters.ts';

export interface NewTask {
  readonly id: string;
  readonly datasetId: string;
  readonly toolId: string;
  readonly version: string;
  readonly path: string | null;
  readonly userId: string | null;
  /** The access token it is asked for with. */
  readonly tokenId: string | null;
  readonly subject: string;
  readonly key: string;
  /** Secrets among them sealed. */
  readonly parameters: Parameters;
  readonly estimatedBytes: number;
}

/** @param log of a task whose work others do, and that has ended, as it has nothing to wait for */
export async function insertTask(transaction: Database, task: NewTask, log?: Notes): Promise<void> {
  const now = new Date();
  await transaction
    .insertInto('jobs')
    .values({
      id: task.id,
      dataset_id: task.datasetId,
      tool_id: task.toolId,
      path: task.path,
      user_id: task.userId,
      ...(log ? { state: 'Succeeded', progress: 100, processing_at: now, succeeded_at: now } : { state: 'Enqueued' }),
    })
    .execute();
  await transaction
    .insertInto('tasks')
    .values({
      job_id: task.id,
      version: task.version,
      key: task.key,
      subject: task.subject,
      token_id: task.tokenId,
      parameters: JSON.stringify(task.parameters),
      estimated_bytes: Math.min(Math.ceil(task.estimatedBytes), Number.MAX_SAFE_INTEGER),
      ...(log && { log: JSON.stringify(log.lines), log_cursor: log.cursor }),
    })
    .execute();
}

/** Number that every change of a dataset raises. */
export async function revisionOf(db: Database, datasetId: string): Promise<number> {
  const row = await db.selectFrom('datasets').select('revision').where('id', '=', datasetId).executeTakeFirst();
  return row?.revision ?? 0;
}
