import type { Database } from '../../database/index.ts';
import type { JobQueue } from '../../jobs/index.ts';
import { TASK_QUEUE } from '../dispatch/dispatch.ts';
import { endedWays, forgetWay } from './control-store.ts';

/** Tells those who work on tasks that were ended. The next process does it, should this one end before. */
export async function tellEnded(db: Database, queue: Pick<JobQueue, 'cancel'>): Promise<void> {
  // One by one: several who tell of the same tasks lock no rows in different orders.
  for (const way of await endedWays(db)) {
    await queue.cancel(TASK_QUEUE, [way]);
    await forgetWay(db, way);
  }
}
