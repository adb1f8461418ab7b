import { sql, type Kysely } from 'kysely';

/** Tasks whose work another machine does: they have no place of a worker meanwhile. docs/tasks.md */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Without a reference: what was begun elsewhere is to end there also when the task is forgotten.
  await sql`
    create table parked_tasks (
      job_id uuid primary key,
      tool_id text not null,
      version text not null,
      since timestamptz not null default now(),
      until timestamptz,
      state jsonb not null
    )`.execute(db);
  await sql`create index parked_tasks_due on parked_tasks (until)`.execute(db);
}
