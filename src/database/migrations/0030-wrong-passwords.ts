import { sql, type Kysely } from 'kysely';

/** Keyed digests of the latest wrong passwords, with the second each was checked. docs/identity.md */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sign_in_failures add column wrong_passwords jsonb not null default '{}'`.execute(db);
}
