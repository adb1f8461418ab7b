import { sql, type Kysely } from 'kysely';

/**
 * Pushes: batches that make a dataset what a client has. The difference is kept from their begin to their commit.
 *
 * Ids of metadata are the client's: a copy of a dataset has the same ones, so they name a value within its dataset only.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const ofBatch = 'batch_id uuid not null references upload_batches on delete cascade';

const statements = [
  // Written when the difference is whole: `state` and `checksum` are those of the dataset it is good for.
  `create table pushes (
     batch_id uuid primary key references upload_batches on delete cascade,
     state text collate "C" not null,
     checksum char(64) collate "C" not null
   )`,
  // The hash of folders is null.
  ...['push_adds', 'push_removes'].map(
    (table) => `create table ${table} (
     ${ofBatch},
     path text collate "C" not null,
     hash char(64) collate "C",
     primary key (batch_id, path)
   )`,
  ),
  // All but the id is null until the value is sent.
  `create table push_values (
     ${ofBatch},
     id uuid not null,
     path text collate "C",
     key text collate "C",
     data jsonb,
     changed_at timestamptz,
     primary key (batch_id, id)
   )`,
  `create table push_value_removes (${ofBatch}, id uuid not null, primary key (batch_id, id))`,
  `alter table dataset_metadata drop constraint dataset_metadata_pkey, add primary key (dataset_id, id)`,
  `drop index dataset_metadata_id`,
];
