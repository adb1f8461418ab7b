import { sql } from 'kysely';
import type { Database } from '../database/index.ts';
import { fail } from '../errors/index.ts';

/**
 * Names the state of a dataset's entries and metadata. Every change raises the revision; its time tells states apart that
 * have the same one, after a backup was restored.
 *
 * @throws `not-found` when the dataset is gone
 */
export async function stateOf(db: Database, datasetId: string): Promise<string> {
  const row = await db
    .selectFrom('datasets')
    .select(['revision', sql<string>`(extract(epoch from changed_at) * 1000000)::bigint::text`.as('changed')])
    .where('id', '=', datasetId)
    .where('organization_id', 'is not', null)
    .executeTakeFirst();
  if (row === undefined) throw fail('not-found', 'The dataset was deleted meanwhile.');
  return `${row.revision}-${row.changed}`;
}

/**
 * Reads a dataset in many statements such that all see the same state: first without a transaction, which would keep
 * everybody else from the embedded database, and when the dataset changed meanwhile, again in one.
 *
 * @param read begins anew each time. @returns the state that was read
 */
export async function readOneState(
  db: Database,
  datasetId: string,
  read: (db: Database) => Promise<void>,
): Promise<string> {
  const before = await stateOf(db, datasetId);
  await read(db);
  if ((await stateOf(db, datasetId)) === before) return before;
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      const present = await stateOf(transaction, datasetId);
      await read(transaction);
      return present;
    });
}
