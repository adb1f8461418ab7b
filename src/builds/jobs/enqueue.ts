import { randomUUID } from 'node:crypto';
import type { Database } from '../../database/index.ts';
import type { JobQueue, SendOptions } from '../../jobs/index.ts';
import { insertBuildJobs, type NewBuildJob } from './asked-jobs.ts';
import { setJobState } from './job-store.ts';

export const BUILD_QUEUE = 'build';

/**
 * Asks for builds in a transaction that holds their dataset.
 *
 * @returns how many; of a key that is being built already none is added
 */
export async function enqueueBuilds(
  transaction: Database,
  queue: Pick<JobQueue, 'send'>,
  jobs: readonly Omit<NewBuildJob, 'id'>[],
  options: SendOptions = {},
): Promise<number> {
  const ids = await insertBuildJobs(
    transaction,
    jobs.map((job) => ({ id: randomUUID(), ...job })),
  );
  if (ids.length > 0) await queue.send(BUILD_QUEUE, ids, transaction, options);
  return ids.length;
}

/** Sends an active job that the queue does not know. */
export async function enqueueAgain(db: Database, queue: Pick<JobQueue, 'send'>, id: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if (await setJobState(transaction, id, 'Enqueued')) await queue.send(BUILD_QUEUE, id, transaction);
  });
}
