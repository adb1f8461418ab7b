import { anyOf, type Database } from '../database/index.ts';

/**
 * Since when the clean-up knows of stored bytes that nothing names them. It goes by this rather than by what took their name
 * away, as that may be a whole dataset, or a cascade of the database.
 */

/** Since when these are unnamed, of those that were found so before. */
export async function unnamedSince(db: Database, hashes: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  const rows = await db.selectFrom('unnamed_blobs').selectAll().where('hash', '=', anyOf(hashes, 'char(64)')).execute();
  return new Map(rows.map(({ hash, since }) => [hash, since]));
}

/** Notes that these are unnamed from now on, whatever was known of them. */
export async function noteUnnamed(db: Database, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  const since = new Date();
  await db
    .insertInto('unnamed_blobs')
    .values(hashes.map((hash) => ({ hash, since })))
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ since }))
    .execute();
}

/** Forgets these, which have a name again or are gone. */
export async function forgetUnnamed(db: Database, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  await db.deleteFrom('unnamed_blobs').where('hash', '=', anyOf(hashes, 'char(64)')).execute();
}

/** Forgets what was noted before that: bytes that are still there are found again. */
export async function forgetUnnamedBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('unnamed_blobs').where('since', '<', before).execute();
}
