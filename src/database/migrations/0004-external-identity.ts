import { sql, type Kysely } from 'kysely';

/**
 * Which user an account at an external provider is. Bound by what the provider promises never to give to somebody else:
 * a name that is used again there opens nobody's account here.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table external_identities (
     issuer text collate "C" not null,
     subject text collate "C" not null,
     user_id uuid not null references users on delete cascade,
     created_at timestamptz not null default now(),
     primary key (issuer, subject)
   )`,
  `create index external_identities_user on external_identities (user_id)`,
];
