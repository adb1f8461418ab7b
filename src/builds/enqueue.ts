import { randomUUID } from 'node:crypto';
import type { Database } from '../database/index.ts';
import type { JobQueue } from '../jobs/index.ts';
import { insertBuildJob, type NewBuildJob } from './job-store.ts';

export const BUILD_QUEUE = 'build';

/** Asks for a build in a transaction. @returns false when one of the same bytes in the dataset is active already */
export async function enqueueBuild(
  transaction: Database,
  queue: Pick<JobQueue, 'send'>,
  job: Omit<NewBuildJob, 'id'>,
): Promise<boolean> {
  const id = randomUUID();
  if (!(await insertBuildJob(transaction, { id, ...job }))) return false;
  await queue.send(BUILD_QUEUE, id, transaction);
  return true;
}
