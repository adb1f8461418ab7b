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
  /** Language of the pages; null follows the browser. */
  readonly language: string | null;
  /** Who knows the password: this service or an external provider. */
  readonly origin: 'local' | 'external';
  readonly roles: readonly string[];
}

export const ADMIN_ROLE = 'admin';
/** Users with this role can sign in nowhere. */
export const DEACTIVATED_ROLE = 'deactivated';

/** Whether the user may sign in and act. */
export function isActive({ roles }: Pick<User, 'roles'>): boolean {
  return !roles.includes(DEACTIVATED_ROLE);
}

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
      'users.language',
      'users.origin',
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

/** What is asked about a user besides signing in. */
export interface UserFacts {
  readonly id: string;
  readonly name: string;
  /** Bytes; null: unlimited. */
  readonly storageQuota: number | null;
  /** Bytes of the datasets in the organizations he owns. */
  readonly storageUsed: number;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export function findUserFacts(db: Database, name: string): Promise<UserFacts | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'storage_quota as storageQuota', 'storage_used as storageUsed', 'metadata'])
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .executeTakeFirst();
}

/** Changes what is given. */
export async function updateUser(
  db: Database,
  id: string,
  change: Partial<Pick<User, 'email'> & Pick<UserFacts, 'storageQuota' | 'metadata'>>,
): Promise<void> {
  const { email, storageQuota, metadata } = change;
  await db
    .updateTable('users')
    .set({
      ...(email === undefined ? {} : { email }),
      ...(storageQuota === undefined ? {} : { storage_quota: storageQuota }),
      ...(metadata === undefined ? {} : { metadata: JSON.stringify(metadata) }),
    })
    .where('id', '=', id)
    .execute();
}

export async function setLanguage(db: Database, id: string, language: string | null): Promise<void> {
  await db.updateTable('users').set({ language }).where('id', '=', id).execute();
}

export async function hasUsers(db: Database): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export interface NewUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** Null for a user whom an external provider signs in. */
  readonly passwordHash: string | null;
  readonly origin?: User['origin'];
  readonly mustChangePassword: boolean;
  /** Bytes; null: unlimited. */
  readonly storageQuota: number | null;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Roles that exist. */
  readonly roles: readonly string[];
}

/** @returns false when the name is taken, in any letter case */
export async function insertUser(db: Database, user: NewUser): Promise<boolean> {
  const inserted = await db
    .insertInto('users')
    .values({
      id: user.id,
      name: user.name,
      email: user.email,
      password_hash: user.passwordHash,
      origin: user.origin ?? 'local',
      must_change_password: user.mustChangePassword,
      storage_quota: user.storageQuota,
      metadata: JSON.stringify(user.metadata ?? {}),
    })
    .onConflict((conflict) => conflict.expression(sql`lower(name)`).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted === undefined) return false;
  await addRoles(db, user.id, user.roles);
  return true;
}

async function addRoles(db: Database, userId: string, roles: readonly string[]): Promise<void> {
  if (roles.length === 0) return;
  await db
    .insertInto('user_roles')
    .values(roles.map((role) => ({ user_id: userId, role })))
    .execute();
}

/** Replaces the roles of a user by others that exist, and ends every session. */
export async function replaceRoles(db: Database, userId: string, roles: readonly string[]): Promise<void> {
  await db.deleteFrom('user_roles').where('user_id', '=', userId).execute();
  await addRoles(db, userId, roles);
  await endSessions(db, userId);
}

/** Ends every session of a user: tokens carry the generation they were issued in. */
export async function endSessions(db: Database, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set((eb) => ({ token_generation: eb('token_generation', '+', 1) }))
    .where('id', '=', userId)
    .execute();
}

/** Sets a new password and ends every session. */
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
