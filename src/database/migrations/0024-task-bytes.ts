import { sql, type Kysely } from 'kysely';

/** Bytes that tasks of organizations made, by hours: rows of tasks can be removed by those whose bytes are counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Without a reference: a task that ends must not wait for its organization, which may wait for the dataset of the task.
  await sql`
    create table task_bytes (
      organization_id uuid not null,
      hour timestamptz not null,
      bytes bigint not null check (bytes >= 0),
      primary key (organization_id, hour)
    )`.execute(db);
  await sql`alter table tasks drop column made_bytes`.execute(db);
}
