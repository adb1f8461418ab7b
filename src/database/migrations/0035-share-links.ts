import { sql, type Kysely } from 'kysely';

/**
 * What a link may be limited to and opens: downloads, sites that may embed its pages, a password, a view. What decides about calls
 * is remembered by every process, so a change of it is told as one of rights.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table access_tokens
     add column downloads boolean not null default true,
     add column frames jsonb not null default '[]',
     add column password_hash text,
     add column view text not null default '',
     add check (kind = 'link' or (downloads and frames = '[]' and password_hash is null and view = ''))`,
  `drop trigger access_token_ended on access_tokens`,
  `create trigger access_token_ended
   after delete or update of expires_at, path, dataset_id, downloads, frames, password_hash on access_tokens
   for each statement execute function notify_access()`,
];
