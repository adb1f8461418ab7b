import { sql, type Kysely } from 'kysely';

/**
 * Batches: files that become part of a dataset together. What they will be is kept beside them, so that a commit moves rows
 * from one table to the other, however many there are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // A batch is told of after its dataset is gone, as that goes with the batch that made it.
  `alter table upload_batches
     alter column dataset_id drop not null,
     drop constraint upload_batches_dataset_id_fkey,
     add constraint upload_batches_dataset_id_fkey foreign key (dataset_id) references datasets on delete set null`,
  // `bytes`: what its staged files and chunks take, charged to the owner of the organization while it runs.
  `alter table upload_batches
     add column kind smallint not null default 0 check (kind between 0 and 1),
     add column created_dataset boolean not null default false,
     add column bytes bigint not null default 0 check (bytes >= 0),
     add column touched_at timestamptz not null default now()`,
  // Running ones are few: a quota asks for their sum.
  `create index upload_batches_running on upload_batches (dataset_id) where state = 0`,
  `create index upload_batches_touched on upload_batches (touched_at)`,
  // As in `entries`; `seen` is what the inspection saw beside the file, hashes by path.
  `alter table upload_batch_entries
     add column parent text collate "C" not null default '',
     add column depth smallint not null default 0,
     add column companions text collate "C" not null default '',
     add column properties jsonb,
     add column mtime bigint not null default 0,
     add column point_geom jsonb,
     add column polygon_geom jsonb,
     add column name text collate "C" not null default '',
     add column words text collate "C",
     add column taken_at timestamptz,
     add column bounds box,
     add column seen jsonb`,
  `create index upload_batch_entries_hash on upload_batch_entries (hash)`,
  // `part`: the file that holds the bytes; null once they are part of the file that was staged.
  `create table upload_chunks (
     batch_id uuid not null references upload_batches on delete cascade,
     file_id text collate "C" not null,
     index integer not null check (index >= 0),
     path text collate "C" not null,
     total_chunks integer not null check (total_chunks > 0),
     total_size bigint not null check (total_size > 0),
     size bigint not null check (size >= 0),
     md5 char(32) collate "C" not null,
     part uuid,
     primary key (batch_id, file_id, index)
   )`,
  `create unique index upload_chunks_part on upload_chunks (part) where part is not null`,
  `alter table resumable_uploads add column batch_id uuid references upload_batches on delete cascade`,
  `create index resumable_uploads_batch on resumable_uploads (batch_id) where batch_id is not null`,
];
