import { sql, type Kysely } from 'kysely';

/**
 * What administration needs: storage counters, external users, access tokens, the slowing of sign-in, the audit log, jobs of
 * the whole service, and the processes that are alive.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...tables, ...storageCounter, ...notices]) await sql.raw(statement).execute(db);
}

const tables = [
  // Users of an external provider have no password here.
  `alter table users alter column password_hash drop not null`,
  `alter table users add column origin text not null default 'local' check (origin in ('local', 'external'))`,
  `alter table users add column storage_used bigint not null default 0 check (storage_used >= 0)`,
  `create table access_tokens (
     id uuid primary key,
     kind text not null check (kind in ('personal', 'link')),
     user_id uuid not null references users on delete cascade,
     name text not null,
     secret_hash char(64) collate "C" not null unique,
     dataset_id uuid references datasets on delete cascade,
     path text collate "C" not null default '',
     read_only boolean not null,
     created_at timestamptz not null default now(),
     expires_at timestamptz,
     last_used_at timestamptz,
     check (dataset_id is not null or (kind = 'personal' and path = '')),
     check (kind = 'personal' or read_only)
   )`,
  `create index access_tokens_user on access_tokens (user_id, created_at)`,
  `create index access_tokens_dataset on access_tokens (dataset_id, created_at)`,
  // Lost with a crash of the database server, and no harm in that: locks last minutes.
  `create unlogged table sign_in_failures (
     subject text collate "C" primary key,
     failures integer not null,
     ends_at timestamptz not null
   )`,
  `create index sign_in_failures_end on sign_in_failures (ends_at)`,
  `create table known_addresses (
     user_id uuid not null references users on delete cascade,
     address text collate "C" not null,
     seen_at timestamptz not null default now(),
     primary key (user_id, address)
   )`,
  // Names as they were: the log outlives those it speaks of.
  `create table audit_log (
     id bigint generated always as identity primary key,
     at timestamptz not null default now(),
     actor_id uuid,
     actor_name text,
     address text,
     action text collate "C" not null,
     subject text not null,
     details jsonb not null default '{}'
   )`,
  `create index audit_log_at on audit_log (at)`,
  `create index audit_log_action on audit_log (action, id)`,
  `alter table jobs alter column dataset_id drop not null`,
  `alter table jobs add column input jsonb`,
  `alter table jobs add column result jsonb`,
  `create index jobs_all_newest on jobs (created_at desc, id desc)`,
  `create table processes (
     id uuid primary key,
     host text not null,
     pid integer not null,
     version text not null,
     workers integer not null,
     started_at timestamptz not null default now(),
     seen_at timestamptz not null default now()
   )`,
];

/**
 * `users.storage_used`: bytes of all datasets in the organizations a user owns. Kept by the database itself, in the
 * transaction of whatever changes a size or an owner, so that no code path can forget it. The row of the user stays
 * locked until that transaction ends: who checks the quota behind a charge sees every other charge.
 */
const storageCounter = [
  `create function charge_owner(organization uuid, bytes bigint) returns void language sql as $$
     update users set storage_used = storage_used + bytes
     from organizations where organizations.id = organization and users.id = organizations.owner_id and bytes <> 0 $$`,
  `create function charge_dataset() returns trigger language plpgsql as $$
   begin
     if tg_op = 'UPDATE' and new.organization_id = old.organization_id then
       perform charge_owner(new.organization_id, new.size_bytes - old.size_bytes);
       return null;
     end if;
     if tg_op <> 'INSERT' then perform charge_owner(old.organization_id, -old.size_bytes); end if;
     if tg_op <> 'DELETE' then perform charge_owner(new.organization_id, new.size_bytes); end if;
     return null;
   end $$`,
  `create trigger dataset_charged after insert or delete or update of size_bytes, organization_id on datasets
   for each row execute function charge_dataset()`,
  `create function charge_new_owner() returns trigger language plpgsql as $$
   declare bytes bigint;
   begin
     select coalesce(sum(size_bytes), 0) into bytes from datasets where organization_id = new.id;
     update users set storage_used = storage_used - bytes where id = old.owner_id;
     update users set storage_used = storage_used + bytes where id = new.owner_id;
     return null;
   end $$`,
  `create trigger owner_charged after update of owner_id on organizations
   for each row when (old.owner_id is distinct from new.owner_id) execute function charge_new_owner()`,
  `update users set storage_used = coalesce((
     select sum(datasets.size_bytes) from datasets
     join organizations on organizations.id = datasets.organization_id
     where organizations.owner_id = users.id), 0)`,
];

/** A counter of bytes is no right: only these columns of a user, and tokens that end, make others look again. */
const notices = [
  `drop trigger access_changed_0 on users`,
  `create trigger access_changed_0 after delete or update of name, token_generation, password_hash, origin on users
   for each statement execute function notify_access()`,
  `create trigger access_token_ended after delete or update of expires_at, path, dataset_id on access_tokens
   for each statement execute function notify_access()`,
];
