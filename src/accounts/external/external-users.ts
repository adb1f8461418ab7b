import { randomUUID } from 'node:crypto';
import { recordAudit, type Actor } from '../../audit/index.ts';
import type { Database } from '../../database/index.ts';
import { isUserName } from '../users/names.ts';
import { DEACTIVATED_ROLE, findUserById, findUserByName, type User } from '../users/store.ts';
import type { Admission, ExternalIdentity } from './identity.ts';
import {
  bindIdentity,
  ensureRoles,
  findBoundUserId,
  insertExternalUser,
  lockIdentity,
  replaceExternalRoles,
  updateExternalUser,
} from './external-store.ts';

export interface ExternalUsersOptions {
  readonly db: Database;
  /** Bytes a new user may store when the provider tells nothing; null: unlimited. */
  readonly defaultStorageQuota: number | null;
  /** Makes what a new user begins with, in the same transaction. */
  readonly begin: (transaction: Database, user: Pick<User, 'id' | 'name'>, actor: Actor) => Promise<void>;
}

export interface ExternalUsers {
  /**
   * The user of somebody whom a provider vouches for: made at the first time, brought up to date at later ones.
   *
   * @param address he comes from, for the audit log
   */
  admit(identity: ExternalIdentity, address: string): Promise<Admission>;
}

export function createExternalUsers(options: ExternalUsersOptions): ExternalUsers {
  return {
    admit: (identity, address) =>
      options.db.transaction().execute(async (transaction) => {
        const actor: Actor = { name: 'sign-in provider', address };
        // Somebody new may knock twice at once.
        await lockIdentity(transaction, identity);
        const known = await findBoundUserId(transaction, identity);
        if (known === undefined) return admitNewcomer(transaction, identity, actor, options);
        const user = (await findUserById(transaction, known))!;
        // Before anything is changed: who is shut out here stays as he was.
        if (user.roles.includes(DEACTIVATED_ROLE)) return { refused: 'deactivated' };
        return { user: await update(transaction, user, identity, actor) };
      }),
  };
}

async function admitNewcomer(
  transaction: Database,
  identity: ExternalIdentity,
  actor: Actor,
  { defaultStorageQuota, begin }: ExternalUsersOptions,
): Promise<Admission> {
  const { name } = identity;
  if (!isUserName(name)) return { refused: 'name-unusable' };
  // Whoever has it, made here or at another provider: an account is never given to somebody else.
  if (await findUserByName(transaction, name)) return { refused: 'name-taken' };
  const id = randomUUID();
  const inserted = await insertExternalUser(transaction, { id, name, storageQuota: defaultStorageQuota });
  if (!inserted) return { refused: 'name-taken' };
  await bindIdentity(transaction, identity, id);
  await begin(transaction, { id, name }, actor);
  const { issuer, subject } = identity;
  await recordAudit(transaction, { actor, action: 'user.create', subject: name, details: { issuer, subject } });
  return { user: await update(transaction, (await findUserById(transaction, id))!, identity, actor) };
}

/** What the provider told, written where it differs; tokens end when roles do. */
async function update(transaction: Database, user: User, identity: ExternalIdentity, actor: Actor): Promise<User> {
  const subject = user.name;
  const { emailChanged, quotaChanged } = await updateExternalUser(transaction, user.id, identity);
  if (emailChanged) {
    await recordAudit(transaction, { actor, action: 'user.update', subject, details: { email: identity.email } });
  }
  if (quotaChanged) {
    const details = { storageQuota: identity.storageQuota };
    await recordAudit(transaction, { actor, action: 'user.quota', subject, details });
  }
  if (identity.roles !== undefined) {
    // Who is shut out is decided here, not at the provider.
    const wanted = identity.roles.filter((role) => role.toLowerCase() !== DEACTIVATED_ROLE);
    const { names: roles, created } = await ensureRoles(transaction, wanted);
    for (const role of created) await recordAudit(transaction, { actor, action: 'role.create', subject: role });
    if (await replaceExternalRoles(transaction, user, roles)) {
      const details = { before: user.roles, roles };
      await recordAudit(transaction, { actor, action: 'user.roles', subject, details });
    }
  }
  return (await findUserById(transaction, user.id))!;
}
