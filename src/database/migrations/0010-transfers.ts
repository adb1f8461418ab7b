import { sql, type Kysely } from 'kysely';

/** Running downloads, selections that are to be downloaded, and uploads that can be resumed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // No reference to `processes`: a process whose row was taken for stale comes back and still has its downloads.
  `create table download_slots (
     id uuid primary key,
     subject text collate "C" not null,
     process_id uuid not null,
     taken_at timestamptz not null default now()
   )`,
  `create index download_slots_subject on download_slots (subject)`,
  `create table download_selections (
     id uuid primary key,
     dataset_id uuid not null references datasets on delete cascade,
     paths jsonb not null,
     made_at timestamptz not null default now()
   )`,
  `create index download_selections_dataset on download_selections (dataset_id)`,
  `create index download_selections_age on download_selections (made_at)`,
  `create table resumable_uploads (
     id uuid primary key,
     dataset_id uuid not null references datasets on delete cascade,
     user_id uuid not null references users on delete cascade,
     path text collate "C" not null,
     size bigint not null check (size >= 0),
     received bigint not null default 0 check (received between 0 and size),
     metadata jsonb not null,
     conditions jsonb not null,
     sha256 char(64) collate "C",
     hash char(64) collate "C",
     finished_at timestamptz,
     created_at timestamptz not null default now(),
     expires_at timestamptz not null,
     holder uuid,
     held_until timestamptz,
     wanted boolean not null default false
   )`,
  `create index resumable_uploads_dataset on resumable_uploads (dataset_id, user_id, created_at)`,
  `create index resumable_uploads_user on resumable_uploads (user_id)`,
  `create index resumable_uploads_end on resumable_uploads (expires_at)`,
];
