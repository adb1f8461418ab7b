import { BUILD_QUEUES, PENDING_QUEUE } from '../../src/builds/index.ts';
import { openDatabase, type OpenDatabase } from '../../src/database/index.ts';
import { openJobQueue, OPERATION_QUEUES } from '../../src/jobs/index.ts';
import { TASK_QUEUE } from '../../src/tasks/index.ts';

/** Opens a database with the schema of the service and of its queues: what a template consists of. */
export async function openWithQueues(options: Parameters<typeof openDatabase>[0]): Promise<OpenDatabase> {
  const database = await openDatabase(options);
  const failed = (error: unknown): void => {
    throw error;
  };
  const queues = [...BUILD_QUEUES, PENDING_QUEUE, TASK_QUEUE, ...OPERATION_QUEUES];
  await (await openJobQueue(database, queues, failed)).close();
  return database;
}
