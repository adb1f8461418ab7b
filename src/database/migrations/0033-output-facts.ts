import { sql, type Kysely } from 'kysely';

/** Facts of built files for catalogs. Null until the next build. docs/stac.md */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table outputs add column facts jsonb`.execute(db);
}
