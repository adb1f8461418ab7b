import { recordAudit, type Actor } from '../../audit/index.ts';
import type { Database } from '../../database/index.ts';
import { requireLocalManagement, requireLocalRoles } from '../external/local-management.ts';
import { protectAdministration } from '../roles/administrators.ts';
import { ensureRoles, lockAdministration, requireRoles, sameRoles } from '../roles/roles.ts';
import type { UserDependencies } from './dependencies.ts';
import { readMetadata } from './metadata.ts';
import { checkEmail } from './names.ts';
import { requireFacts, requireUser } from './required-user.ts';
import { replaceRoles, updateUser, type User } from './store.ts';

type Dependencies = Pick<UserDependencies, 'db' | 'settings'>;

export interface UserChange {
  readonly email?: string | undefined;
  readonly roles?: readonly string[] | undefined;
}

/** Changes what is given. New roles end every session. @throws `conflict` when no administrator would be left */
export async function changeUser(
  { db, settings }: Dependencies,
  userName: string,
  { email, roles }: UserChange,
  actor: Actor,
): Promise<void> {
  if (email !== undefined) checkEmail(email);
  await db.transaction().execute(async (transaction) => {
    await lockAdministration(transaction);
    const user = await requireUser(transaction, userName);
    if (roles !== undefined) {
      await changeRoles(transaction, settings, user, await requireRoles(transaction, roles), actor);
    }
    if (email === undefined || email === user.email) return;
    requireLocalManagement(settings);
    await updateUser(transaction, user.id, { email });
    const details = { before: user.email, email };
    await recordAudit(transaction, { actor, action: 'user.update', subject: user.name, details });
  });
}

/** Replaces the metadata, the quota and, when it names them, the roles; those that are missing are made. */
export async function changeMetadata(
  { db, settings }: Dependencies,
  userName: string,
  input: unknown,
  actor: Actor,
): Promise<void> {
  const { metadata, storageQuota, roles: wanted } = readMetadata(input);
  await db.transaction().execute(async (transaction) => {
    await lockAdministration(transaction);
    const user = await requireUser(transaction, userName);
    if (wanted !== undefined) {
      const { roles, created } = await ensureRoles(transaction, wanted);
      for (const role of created) await recordAudit(transaction, { actor, action: 'role.create', subject: role });
      await changeRoles(transaction, settings, user, roles, actor);
    }
    await updateUser(transaction, user.id, { metadata, storageQuota });
    const details = { keys: Object.keys(metadata), storageQuota };
    await recordAudit(transaction, { actor, action: 'user.metadata', subject: user.name, details });
  });
}

/** @param total bytes; null: unlimited */
export async function changeQuota(db: Database, userName: string, total: number | null, actor: Actor): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { id, name, storageQuota } = await requireFacts(transaction, userName);
    await updateUser(transaction, id, { storageQuota: total });
    const details = { before: storageQuota, storageQuota: total };
    await recordAudit(transaction, { actor, action: 'user.quota', subject: name, details });
  });
}

/** Behind the lock, so that what is read of roles stays true until the end. */
async function changeRoles(
  transaction: Database,
  settings: Dependencies['settings'],
  user: User,
  roles: readonly string[],
  actor: Actor,
): Promise<void> {
  if (sameRoles(user.roles, roles)) return;
  requireLocalRoles(settings, user.roles, roles);
  await protectAdministration(transaction, user, roles, settings.defaultAdmin.userName);
  await replaceRoles(transaction, user.id, roles);
  const details = { before: user.roles, roles };
  await recordAudit(transaction, { actor, action: 'user.roles', subject: user.name, details });
}
