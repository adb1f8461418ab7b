import { sql } from 'kysely';
import type { Database } from '../../database/index.ts';
import { datasetLocks } from '../../datasets/index.ts';

/**
 * Takes the coordination of a dataset for this transaction, in any process: all that schedules, runs or sweeps holds it
 * while he reads what waits and what is active, and until what he enqueues is published. Other datasets go on.
 */
export async function holdCoordination(transaction: Database, datasetId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`pending ${datasetId}`}, 0))`.execute(transaction);
}

/**
 * Works in a transaction of its own that holds the coordination and the dataset: an upload to the dataset waits as long as it
 * takes, an embedded database serves nobody else. @returns undefined where the dataset is being removed
 */
export async function coordinated<T>(
  db: Database,
  datasetId: string,
  work: (transaction: Database) => Promise<T>,
): Promise<T | undefined> {
  return db.transaction().execute(async (transaction) => {
    await holdCoordination(transaction, datasetId);
    return (await datasetLocks.lock(transaction, datasetId)) ? work(transaction) : undefined;
  });
}
