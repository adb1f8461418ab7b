import { sql, type Kysely } from 'kysely';

/** The language a person wants the pages in; null: that of the browser. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column language text`.execute(db);
}
