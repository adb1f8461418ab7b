import { sql, type Kysely } from 'kysely';

/** Tasks of tools: what a job of `jobs` is beside what all jobs are. docs/tasks.md */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // `queue_id` names the way through the queue that counts; each begins with another, and what came before it counts no more.
  `create table tasks (
     job_id uuid primary key references jobs on delete cascade,
     version text not null,
     key char(64) collate "C" not null,
     subject text collate "C" not null,
     queue_id uuid unique,
     parameters jsonb not null,
     estimated_bytes bigint not null check (estimated_bytes >= 0),
     made_bytes bigint not null default 0 check (made_bytes >= 0),
     error_type text,
     log jsonb not null default '[]',
     log_cursor bigint not null default 0,
     facts jsonb,
     batch_id uuid references upload_batches on delete set null,
     removed integer not null default 0,
     artifact_file uuid,
     artifact_name text,
     artifact_size bigint,
     artifact_sha256 char(64) collate "C",
     artifact_ends_at timestamptz
   )`,
  `create index tasks_by_key on tasks (key)`,
  `create index tasks_by_batch on tasks (batch_id) where batch_id is not null`,
  `create index tasks_artifacts on tasks (artifact_ends_at) where artifact_file is not null`,
  // Few at any time: who is next, and how many are counted against a limit.
  `create index jobs_active_tasks on jobs (created_at, id)
     where state in ('Created', 'Enqueued', 'Scheduled', 'Processing') and tool_id <> 'build'`,
  // The tasks of a dataset, builds among them, newest first.
  `create index jobs_of_dataset on jobs (dataset_id, created_at desc, id desc)`,
  `drop index jobs_changed`,
  `create index jobs_changed on jobs (dataset_id, updated_at)`,
  ...['insert', 'update'].map((change) => `drop trigger jobs_${change}_told on jobs`),
  `drop function notify_builds`,
  `create function notify_jobs() returns trigger language plpgsql as $$
   begin
     perform pg_notify('alidade', 'jobs ' || changed.dataset_id)
       from (select distinct dataset_id from changes where dataset_id is not null) changed;
     return null;
   end $$`,
  ...['insert', 'update'].map(
    (change) => `create trigger jobs_${change}_told after ${change} on jobs
       referencing new table as changes for each statement execute function notify_jobs()`,
  ),
  // Batches of tasks: they end with the attempts that fill them, and not by themselves.
  `alter table upload_batches drop constraint upload_batches_kind_check,
     add constraint upload_batches_kind_check check (kind between 0 and 2)`,
  `alter table processes add column task_workers integer not null default 0`,
];
