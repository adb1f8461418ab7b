import { sql, type Kysely } from 'kysely';

/** When what a task wrote was taken back. docs/tasks.md */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table tasks add column undone_at timestamptz`.execute(db);
}
