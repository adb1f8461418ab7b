import { sql, type Kysely } from 'kysely';

/** Since when stored bytes are known to have no name, and which of them an upload is about to name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table unnamed_blobs (
     hash char(64) collate "C" primary key,
     since timestamptz not null
   )`,
  // Nearly all uploads are finished, or have no hash yet.
  `create index resumable_uploads_hash on resumable_uploads (hash) where finished_at is null and hash is not null`,
];
