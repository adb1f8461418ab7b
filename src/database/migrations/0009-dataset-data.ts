import { sql, type Kysely } from 'kysely';

/**
 * Metadata that is counted and seen by stamps, datasets that are being removed, and batches of uploads.
 *
 * A dataset without an organization is being removed: whatever joins the two no longer sees it, its slug is free, and the
 * trigger of the storage counter has released its bytes, all at the commit that takes the organization away.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...metadata, ...removal, ...batches]) await sql.raw(statement).execute(db);
}

/** Kept by the database itself, so that no code path can forget that a stamp is no longer good. */
const metadata = [
  `alter table datasets add column metadata_count bigint not null default 0 check (metadata_count >= 0)`,
  `update datasets set metadata_count = (select count(*) from dataset_metadata where dataset_id = datasets.id)`,
  `create index dataset_metadata_id on dataset_metadata (dataset_id, id)`,
  `create function note_metadata() returns trigger language plpgsql as $$
   begin
     update datasets
     set metadata_count = metadata_count + changed.added, revision = revision + 1, changed_at = now()
     from (select dataset_id, count(*) * case tg_op when 'INSERT' then 1 when 'DELETE' then -1 else 0 end as added
           from changes group by dataset_id) changed
     where datasets.id = changed.dataset_id;
     return null;
   end $$`,
  ...[
    ['insert', 'new'],
    ['update', 'new'],
    ['delete', 'old'],
  ].map(
    ([change, rows]) => `create trigger metadata_noted_${change} after ${change} on dataset_metadata
     referencing ${rows} table as changes for each statement execute function note_metadata()`,
  ),
];

const removal = [
  `alter table datasets alter column organization_id drop not null`,
  `create index datasets_removed on datasets (id) where organization_id is null`,
];

/** Names as they were: a batch outlives its user. */
const batches = [
  `create table upload_batches (
     id uuid primary key,
     dataset_id uuid not null references datasets on delete cascade,
     token text collate "C" not null unique,
     user_id uuid references users on delete set null,
     user_name text not null,
     state smallint not null default 0 check (state between 0 and 2),
     started_at timestamptz not null default now(),
     ended_at timestamptz
   )`,
  `create index upload_batches_dataset on upload_batches (dataset_id, started_at, id)`,
  `create index upload_batches_user on upload_batches (user_id)`,
  `create table upload_batch_entries (
     batch_id uuid not null references upload_batches on delete cascade,
     path text collate "C" not null,
     hash char(64) collate "C" not null,
     type smallint not null,
     size bigint not null,
     added_at timestamptz not null default now(),
     primary key (batch_id, path)
   )`,
];
