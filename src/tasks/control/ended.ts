import type { Database } from '../../database/index.ts';
import type { JobQueue } from '../../jobs/index.ts';
import { TASK_QUEUE } from '../dispatch/dispatch.ts';
import { endedWays, forgetWays } from './control-store.ts';

/** Tells those who work on tasks that were ended. Whoever comes next does it, should this process end before. */
export async function tellEnded(db: Database, queue: Pick<JobQueue, 'cancel'>): Promise<void> {
  const ways = await endedWays(db);
  if (ways.length === 0) return;
  await queue.cancel(TASK_QUEUE, ways);
  await forgetWays(db, ways);
}
