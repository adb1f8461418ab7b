import { sql } from 'kysely';
import { openDatabase } from '../../src/database/index.ts';

export const USERS = 10_000;
export const ORGANIZATIONS = 1000;
const MEMBERS_EACH = 10;
const DATASETS_EACH = 5;

/** Fills a database that a service has made with users, and organizations that have owners, members and datasets. */
export async function fill(folder: string, url: string | undefined): Promise<void> {
  const database = await openDatabase({ folder, url });
  try {
    for (const statement of statements) await sql.raw(statement).execute(database.db);
  } finally {
    await database.close();
  }
}

const statements = [
  `insert into users (id, name, email, password_hash)
   select gen_random_uuid(), 'user' || n, 'user' || n || '@example.org', 'no password' from generate_series(1, ${USERS}) n`,
  `insert into roles (name, folded) select 'role' || n, 'role' || n from generate_series(1, 20) n`,
  `insert into user_roles (user_id, role)
   select id, 'role' || (1 + substring(name from 5)::int % 20) from users where name like 'user%'`,
  `insert into organizations (id, slug, name, description, is_public, owner_id)
   select gen_random_uuid(), 'organization-' || n, 'Organization ' || n, 'Surveys of region ' || n, false, users.id
   from generate_series(1, ${ORGANIZATIONS}) n join users on users.name = 'user' || n`,
  `insert into organization_members (organization_id, user_id, level)
   select organizations.id, users.id, n % 4
   from organizations cross join generate_series(1, ${MEMBERS_EACH}) n
   join users on users.name = 'user' || (1 + (substring(slug from 14)::int * 37 + n * 991) % ${USERS})
   where slug like 'organization-%' on conflict do nothing`,
  `insert into datasets (id, organization_id, slug, size_bytes, entry_count)
   select gen_random_uuid(), id, 'dataset-' || n, n * 1000000, n
   from organizations cross join generate_series(1, ${DATASETS_EACH}) n where slug like 'organization-%'`,
  // As autovacuum does it within a minute.
  'vacuum analyze',
];
