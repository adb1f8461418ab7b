import { sql } from 'kysely';
import type { Database } from '../../database/index.ts';
import type { User } from '../users/store.ts';
import type { ExternalIdentity } from './identity.ts';

type Key = Pick<ExternalIdentity, 'issuer' | 'subject'>;

/** Lets one sign-in of a person at a time, until the transaction ends. */
export async function lockIdentity(transaction: Database, { issuer, subject }: Key): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${JSON.stringify([issuer, subject])}, 0))`.execute(
    transaction,
  );
}

export async function findBoundUserId(db: Database, { issuer, subject }: Key): Promise<string | undefined> {
  const row = await db
    .selectFrom('external_identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.user_id;
}

export async function bindIdentity(db: Database, { issuer, subject }: Key, userId: string): Promise<void> {
  await db.insertInto('external_identities').values({ issuer, subject, user_id: userId }).execute();
}

/** @returns false when the name is taken */
export async function insertExternalUser(
  db: Database,
  { id, name, storageQuota }: { readonly id: string; readonly name: string; readonly storageQuota: number | null },
): Promise<boolean> {
  const inserted = await db
    .insertInto('users')
    .values({
      id,
      name,
      email: '',
      password_hash: null,
      origin: 'external',
      storage_quota: storageQuota,
      metadata: '{}',
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Writes e-mail, quota and metadata where they differ. @returns which of them did */
export async function updateExternalUser(
  transaction: Database,
  id: string,
  { email, storageQuota, metadata }: Pick<ExternalIdentity, 'email' | 'storageQuota' | 'metadata'>,
): Promise<{ readonly emailChanged: boolean; readonly quotaChanged: boolean }> {
  const before = await transaction
    .selectFrom('users')
    .select(['email', 'storage_quota'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const emailChanged = email !== undefined && email !== before.email;
  const quotaChanged = storageQuota !== undefined && storageQuota !== before.storage_quota;
  const text = JSON.stringify(metadata);
  await transaction
    .updateTable('users')
    .set({
      metadata: text,
      ...(emailChanged ? { email } : {}),
      ...(quotaChanged ? { storage_quota: storageQuota } : {}),
    })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([eb.val(emailChanged || quotaChanged), eb('metadata', 'is distinct from', sql<never>`${text}::jsonb`)]),
    )
    .execute();
  return { emailChanged, quotaChanged };
}

/** The roles as they are written here, made where they are missing: names compare without regard to letter case. */
export async function ensureRoles(
  transaction: Database,
  wanted: readonly string[],
): Promise<{ readonly names: readonly string[]; readonly created: readonly string[] }> {
  const names = new Map(wanted.map((role) => [role.toLowerCase(), role]));
  if (names.size === 0) return { names: [], created: [] };
  const lower = sql<string>`lower(name)`;
  const existing = await transaction
    .selectFrom('roles')
    .select('name')
    .where(lower, 'in', [...names.keys()])
    .execute();
  for (const { name } of existing) names.delete(name.toLowerCase());
  const created = [...names.values()];
  if (created.length > 0) {
    await transaction
      .insertInto('roles')
      .values(created.map((name) => ({ name })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return { names: [...existing.map(({ name }) => name), ...created], created };
}

/** Replaces the roles of a user who is not deactivated; when they differ, every token issued before ends. */
export async function replaceExternalRoles(
  transaction: Database,
  { id, roles: before }: Pick<User, 'id' | 'roles'>,
  roles: readonly string[],
): Promise<boolean> {
  const removed = before.filter((role) => !roles.includes(role));
  const added = roles.filter((role) => !before.includes(role));
  if (removed.length + added.length === 0) return false;
  if (removed.length > 0) {
    await transaction.deleteFrom('user_roles').where('user_id', '=', id).where('role', 'in', removed).execute();
  }
  if (added.length > 0) {
    await transaction
      .insertInto('user_roles')
      .values(added.map((role) => ({ user_id: id, role })))
      .execute();
  }
  await transaction
    .updateTable('users')
    .set((eb) => ({ token_generation: eb('token_generation', '+', 1) }))
    .where('id', '=', id)
    .execute();
  return true;
}
