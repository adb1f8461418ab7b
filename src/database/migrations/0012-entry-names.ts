import { sql, type Kysely } from 'kysely';

/**
 * Whole names of entries. Letter triples find parts of a name, but of a whole one like those of a camera each triple is in
 * every other name too, and a million entries take tens of milliseconds.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index entries_whole_name on entries (dataset_id, name)`.execute(db);
}
