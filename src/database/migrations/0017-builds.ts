import { sql, type Kysely } from 'kysely';

/** Outputs by what they are made of, what became of jobs, builds that wait, and when they are tried again. docs/builds.md */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table entries add column companions text collate "C" not null default ''`,
  `alter table outputs add column companions text collate "C" not null default ''`,
  `alter table outputs drop constraint outputs_pkey`,
  `alter table outputs add primary key (dataset_id, hash, kind, companions)`,
  `alter table jobs
     add column companions text collate "C" not null default '',
     add column forced boolean not null default false,
     add column outcome text,
     add column faults smallint not null default 0,
     add column asked_again boolean not null default false,
     add column scheduled_at timestamptz,
     add column updated_at timestamptz not null default clock_timestamp()`,
  `drop index jobs_one_active_build`,
  `create unique index jobs_one_active_build on jobs (dataset_id, hash, companions)
     where tool_id = 'build' and state in ('Created', 'Enqueued', 'Scheduled', 'Processing')`,
  // The jobs of a path, newest first: whether one is active, and what the last one left.
  `create index jobs_by_path on jobs (dataset_id, path, created_at desc) where tool_id = 'build'`,
  // What has changed since somebody looked last.
  `create index jobs_changed on jobs (dataset_id, updated_at) where tool_id = 'build'`,
  `create function touch_job() returns trigger language plpgsql as $$
   begin
     new.updated_at = clock_timestamp();
     return new;
   end $$`,
  `create trigger jobs_touched before update on jobs for each row execute function touch_job()`,
  `create function notify_builds() returns trigger language plpgsql as $$
   begin
     perform pg_notify('alidade', 'builds ' || changed.dataset_id)
       from (select distinct dataset_id from changes where tool_id = 'build' and dataset_id is not null) changed;
     return null;
   end $$`,
  ...(['insert', 'update'] as const).map(
    (change) => `create trigger jobs_${change}_told after ${change} on jobs
       referencing new table as changes for each statement execute function notify_builds()`,
  ),
  `create table pending_builds (
     dataset_id uuid not null references datasets on delete cascade,
     path text collate "C" not null,
     hash char(64) collate "C" not null,
     missing jsonb not null default '[]',
     last_attempt timestamptz not null,
     primary key (dataset_id, path)
   )`,
  // Each build that ends consumes what waits with its bytes.
  `create index pending_builds_by_hash on pending_builds (dataset_id, hash)`,
  `create table retry_controls (
     dataset_id uuid primary key references datasets on delete cascade,
     coordinator_id uuid not null,
     epoch integer not null default 1,
     attempt smallint not null default 0,
     state text not null check (state in ('scheduled', 'exhausted')),
     job_id uuid,
     next_run_at timestamptz,
     checksum text,
     last_check timestamptz
   )`,
  `create index retry_controls_by_job on retry_controls (job_id)`,
  `create table pending_sweeps (
     one boolean primary key default true check (one),
     last_run timestamptz not null,
     total_datasets integer not null,
     datasets_checked integer not null,
     datasets_skipped integer not null,
     pending_builds integer not null,
     jobs_enqueued integer not null,
     jobs_skipped integer not null,
     errors integer not null,
     duration_ms double precision not null
   )`,
  `create table completeness_checks (
     one boolean primary key default true check (one),
     last_run timestamptz not null
   )`,
];
