import { sql } from 'kysely';
import type { Database } from '../../database/index.ts';

/** A user with his roles. */
export interface User {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** Null for a user whom an external provider signs in. */
  readonly passwordHash: string | null;
  readonly tokenGeneration: number;
  readonly mustChangePassword: boolean;
  readonly roles: readonly string[];
}

export const ADMIN_ROLE = 'admin';
/** Users with this role can sign in nowhere. */
export const DEACTIVATED_ROLE = 'deactivated';

const users = (db: Database) =>
  db
    .selectFrom('users')
    .leftJoin('user_roles', 'user_roles.user_id', 'users.id')
    .select([
      'users.id',
      'users.name',
      'users.email',
      'users.password_hash as passwordHash',
      'users.token_generation as tokenGeneration',
      'users.must_change_password as mustChangePassword',
      sql<
        string[]
      >`coalesce(json_agg(user_roles.role order by user_roles.role) filter (where user_roles.role is not null), '[]')`.as(
        'roles',
      ),
    ])
    .groupBy('users.id');

/** Finds a user by name, in any letter case. */
export function findUserByName(db: Database, name: string): Promise<User | undefined> {
  return users(db)
    .where(sql`lower(users.name)`, '=', name.toLowerCase())
    .executeTakeFirst();
}

export function findUserById(db: Database, id: string): Promise<User | undefined> {
  return users(db).where('users.id', '=', id).executeTakeFirst();
}

export async function hasUsers(db: Database): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export interface NewUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly mustChangePassword: boolean;
  readonly roles: readonly string[];
}

export async function insertUser(db: Database, user: NewUser): Promise<void> {
  await db
    .insertInto('users')
    .values({
      id: user.id,
      name: user.name,
      email: user.email,
      password_hash: user.passwordHash,
      must_change_password: user.mustChangePassword,
      storage_quota: null,
      metadata: '{}',
    })
    .execute();
  for (const role of user.roles) await db.insertInto('user_roles').values({ user_id: user.id, role }).execute();
}

/** Sets a new password and ends every token issued before. */
export async function replacePassword(
  db: Database,
  id: string,
  passwordHash: string,
  mustChange: boolean,
): Promise<void> {
  await db
    .updateTable('users')
    .set((eb) => ({
      password_hash: passwordHash,
      must_change_password: mustChange,
      token_generation: eb('token_generation', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
}
