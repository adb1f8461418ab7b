import { sql, type Kysely } from 'kysely';

/** A crash empties unlogged tables: it would give everybody who guesses new attempts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sign_in_failures set logged`.execute(db);
}
