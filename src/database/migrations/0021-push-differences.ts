import { sql, type Kysely } from 'kysely';

/**
 * Rows of differences no longer refer to their batch by a constraint: it was looked up for each row, two thirds of the time
 * that the begin of a large push took. Rows of a push that has ended, or is gone, are removed minute by minute.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['push_adds', 'push_removes', 'push_values', 'push_value_removes'])
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(`${table}_batch_id_fkey`)}`.execute(db);
}
