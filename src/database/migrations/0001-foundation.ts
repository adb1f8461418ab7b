import { sql, type Kysely } from 'kysely';

/**
 * Users, organizations, datasets, entries, build outputs and the job index.
 *
 * Paths, slugs and names compare by bytes (`collate "C"`): listings and stamps are ordered by UTF-8 bytes, and an index
 * on such a column also answers prefix searches.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table users (
     id uuid primary key,
     name text collate "C" not null,
     email text not null default '',
     password_hash text not null,
     token_generation integer not null default 0,
     must_change_password boolean not null default false,
     storage_quota bigint,
     metadata jsonb not null default '{}',
     created_at timestamptz not null default now()
   )`,
  `create unique index users_name on users (lower(name))`,
  `create table roles (name text collate "C" primary key)`,
  `insert into roles (name) values ('admin'), ('deactivated')`,
  `create table user_roles (
     user_id uuid not null references users on delete cascade,
     role text collate "C" not null references roles on update cascade on delete cascade,
     primary key (user_id, role)
   )`,
  `create table organizations (
     id uuid primary key,
     slug text collate "C" not null unique,
     name text not null,
     description text,
     is_public boolean not null default false,
     owner_id uuid references users on delete set null,
     created_at timestamptz not null default now()
   )`,
  `create index organizations_owner on organizations (owner_id)`,
  `create table organization_members (
     organization_id uuid not null references organizations on delete cascade,
     user_id uuid not null references users on delete cascade,
     level smallint not null check (level between 0 and 3),
     granted_at timestamptz not null default now(),
     granted_by uuid references users on delete set null,
     primary key (organization_id, user_id)
   )`,
  `create index organization_members_user on organization_members (user_id)`,
  `create table datasets (
     id uuid primary key,
     organization_id uuid not null references organizations on delete restrict,
     slug text collate "C" not null,
     visibility smallint not null default 0 check (visibility between 0 and 2),
     entry_count bigint not null default 0 check (entry_count >= 0),
     size_bytes bigint not null default 0 check (size_bytes >= 0),
     revision bigint not null default 0,
     created_at timestamptz not null default now(),
     changed_at timestamptz not null default now(),
     unique (organization_id, slug)
   )`,
  `create table dataset_metadata (
     id uuid primary key,
     dataset_id uuid not null references datasets on delete cascade,
     path text collate "C" not null default '',
     key text collate "C" not null,
     data jsonb not null,
     changed_at timestamptz not null default now()
   )`,
  `create index dataset_metadata_key on dataset_metadata (dataset_id, path, key)`,
  `create table entries (
     dataset_id uuid not null references datasets on delete cascade,
     path text collate "C" not null,
     parent text collate "C" not null,
     hash char(64) collate "C",
     type smallint not null,
     properties jsonb,
     mtime bigint not null,
     size bigint not null check (size >= 0),
     depth smallint not null,
     point_geom jsonb,
     polygon_geom jsonb,
     primary key (dataset_id, path)
   )`,
  `create index entries_parent on entries (dataset_id, parent, path)`,
  `create index entries_hash on entries (hash) where hash is not null`,
  `create table outputs (
     dataset_id uuid not null references datasets on delete cascade,
     hash char(64) collate "C" not null,
     kind text collate "C" not null,
     version uuid not null unique,
     size_bytes bigint not null,
     created_at timestamptz not null default now(),
     primary key (dataset_id, hash, kind)
   )`,
  `create table jobs (
     id uuid primary key,
     dataset_id uuid not null references datasets on delete cascade,
     tool_id text not null,
     path text collate "C",
     hash char(64) collate "C",
     user_id uuid references users on delete set null,
     state text not null,
     progress real,
     phase text,
     error text,
     log text not null default '',
     created_at timestamptz not null default now(),
     processing_at timestamptz,
     succeeded_at timestamptz,
     failed_at timestamptz,
     deleted_at timestamptz
   )`,
  `create index jobs_newest on jobs (dataset_id, tool_id, created_at desc, id desc)`,
  `create index jobs_by_hash on jobs (dataset_id, hash, created_at desc)`,
  // One build of the same bytes in a dataset at a time, whoever asks for it.
  `create unique index jobs_one_active_build on jobs (dataset_id, hash)
     where tool_id = 'build' and state in ('Created', 'Enqueued', 'Scheduled', 'Processing')`,
];
