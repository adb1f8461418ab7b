import { sql } from 'kysely';
import { UUID, type Database } from '../database/index.ts';

export interface UserRef {
  readonly id: string;
  readonly name: string;
  readonly isDeactivated: boolean;
}

const users = (db: Database) =>
  db
    .selectFrom('users')
    .select([
      'users.id',
      'users.name',
      sql<boolean>`exists (select from user_roles where user_id = users.id and role = 'deactivated')`.as(
        'isDeactivated',
      ),
    ]);

/** A user by name, in any letter case. */
export function findUser(db: Database, name: string): Promise<UserRef | undefined> {
  return users(db)
    .where(sql`lower(users.name)`, '=', name.toLowerCase())
    .executeTakeFirst();
}

/** A user by name or id: clients name an owner either way. */
export async function findUserByNameOrId(db: Database, nameOrId: string): Promise<UserRef | undefined> {
  if (!UUID.test(nameOrId)) return findUser(db, nameOrId);
  return users(db).where('users.id', '=', nameOrId).executeTakeFirst();
}

/** Whether a user, whose row the transaction has locked, stores more than his quota. */
export async function exceedsQuota(transaction: Database, id: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('users')
    .select(sql<boolean>`coalesce(storage_used > storage_quota, false)`.as('exceeds'))
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.exceeds ?? false;
}
