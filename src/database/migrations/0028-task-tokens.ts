import { sql, type Kysely } from 'kysely';

/** The access token that a task was asked for with: a task ends with the token. docs/tasks.md */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Without a reference: that a token is gone is what is to be seen.
  await sql`alter table tasks add column token_id uuid`.execute(db);
}
