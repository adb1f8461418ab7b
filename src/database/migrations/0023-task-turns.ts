import { sql, type Kysely } from 'kysely';

/** When each subject had its last turn: of those with as few running tasks, the one that waits longest for one is next. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create sequence task_turn`.execute(db);
  await sql`
    create table task_turns (
      subject text collate "C" primary key,
      turn bigint not null default nextval('task_turn'),
      at timestamptz not null default now()
    )`.execute(db);
}
