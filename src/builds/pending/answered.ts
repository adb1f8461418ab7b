import type { Database } from '../../database/index.ts';
import { baseName } from '../../datasets/index.ts';
import { companionsOf } from '../../inspection/index.ts';
import type { BuildQueue } from '../jobs/build-queue.ts';
import { answeredPending } from './pending-store.ts';

/**
 * Asks for what waits for its parts as soon as the last of those it named is there, in a transaction that holds the dataset. What waits
 * for sidecars is inspected again when one comes, which gives it another key and asks for that.
 *
 * @param came paths of files that may have been waited for. @param after not to be built before
 */
export async function askForAnswered(
  transaction: Database,
  queue: Pick<BuildQueue, 'enqueue'>,
  datasetId: string,
  came: readonly string[],
  after?: Date,
): Promise<void> {
  if (came.length === 0) return;
  const answered = (await answeredPending(transaction, datasetId, came)).filter(({ path }) => !hasSidecars(path));
  const jobs = answered.map((build) => ({ ...build, userId: null }));
  await queue.enqueue(transaction, jobs, after === undefined ? {} : { after });
}

const hasSidecars = (path: string): boolean => companionsOf(baseName(path)).length > 0;
