import { sql, type Kysely } from 'kysely';

/**
 * Where the service goes on to fill the columns by which entries are searched, for entries that are older than these columns:
 * letters beyond ASCII are folded by the service alone, and so are words found. One row, behind whose path it goes on; none
 * when all entries are filled.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table search_refill (
    dataset_id uuid not null,
    path text collate "C" not null,
    one boolean primary key default true check (one))`.execute(db);
  await sql`insert into search_refill (dataset_id, path)
    select '00000000-0000-0000-0000-000000000000', '' where exists (select from entries)`.execute(db);
}
