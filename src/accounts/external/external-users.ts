import { randomUUID } from 'node:crypto';
import { recordAudit, type Actor } from '../../audit/index.ts';
import type { Database } from '../../database/index.ts';
import { foldRoleName, isUserName } from '../users/names.ts';
import { ensureRoles, lockAdministration, sameRoles } from '../roles/roles.ts';
import {
  DEACTIVATED_ROLE,
  findUserById,
  findUserFacts,
  insertUser,
  isActive,
  replaceRoles,
  updateUser,
  type User,
} from '../users/store.ts';
import { bindIdentity, findBoundUserId } from './external-store.ts';
import { FORM_ISSUER, type Admission, type ExternalIdentity } from './identity.ts';

export interface ExternalUsersOptions {
  readonly db: Database;
  /** Bytes a new user may store when the provider tells nothing; null: unlimited. */
  readonly defaultStorageQuota: number | null;
  /** Makes what a new user begins with, in the same transaction. */
  readonly begin: (transaction: Database, user: Pick<User, 'id' | 'name'>, actor: Actor) => Promise<unknown>;
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
        // A provider that knows names only may take as two what is one here: `\u212Aate`, with a Kelvin sign, is no Kate.
        if (identity.issuer === FORM_ISSUER && !isUserName(identity.name)) return { refused: 'name-unusable' };
        const actor: Actor = { name: 'sign-in provider', address };
        // Somebody new may knock twice at once, and an administrator may shut out anyone who is just signing in.
        await lockAdministration(transaction);
        const known = await findBoundUserId(transaction, identity);
        if (known === undefined) return admitNewcomer(transaction, identity, actor, options);
        const user = (await findUserById(transaction, known))!;
        // Before anything is changed: who is shut out here stays as he was.
        if (!isActive(user)) return { refused: 'deactivated' };
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
  const id = randomUUID();
  const inserted = await insertUser(transaction, {
    id,
    name,
    email: '',
    passwordHash: null,
    origin: 'external',
    mustChangePassword: false,
    storageQuota: defaultStorageQuota,
    roles: [],
  });
  // The user with that name, made here or by another provider: an account is never given to somebody else.
  if (!inserted) return { refused: 'name-taken' };
  await bindIdentity(transaction, identity, id);
  await begin(transaction, { id, name }, actor);
  const { issuer, subject } = identity;
  await recordAudit(transaction, { actor, action: 'user.create', subject: name, details: { issuer, subject } });
  return { user: await update(transaction, (await findUserById(transaction, id))!, identity, actor) };
}

/** Writes what the provider told; what differs is audited, and sessions end when the roles differ. */
async function update(
  transaction: Database,
  user: User,
  { email, storageQuota, metadata, roles }: ExternalIdentity,
  actor: Actor,
): Promise<User> {
  const subject = user.name;
  const before = (await findUserFacts(transaction, user.name))!;
  await updateUser(transaction, user.id, {
    metadata: metadata(before.metadata),
    ...(email === undefined ? {} : { email }),
    ...(storageQuota === undefined ? {} : { storageQuota }),
  });
  if (email !== undefined && email !== user.email) {
    const details = { before: user.email, email };
    await recordAudit(transaction, { actor, action: 'user.update', subject, details });
  }
  if (storageQuota !== undefined && storageQuota !== before.storageQuota) {
    const details = { before: before.storageQuota, storageQuota };
    await recordAudit(transaction, { actor, action: 'user.quota', subject, details });
  }
  if (roles !== undefined) await updateRoles(transaction, user, roles, actor);
  return (await findUserById(transaction, user.id))!;
}

async function updateRoles(transaction: Database, user: User, told: readonly string[], actor: Actor): Promise<void> {
  // Alidade decides who is shut out, not the provider.
  const wanted = told.filter((role) => foldRoleName(role) !== DEACTIVATED_ROLE);
  const { roles, created } = await ensureRoles(transaction, wanted);
  for (const role of created) await recordAudit(transaction, { actor, action: 'role.create', subject: role });
  if (sameRoles(user.roles, roles)) return;
  await replaceRoles(transaction, user.id, roles);
  const details = { before: user.roles, roles };
  await recordAudit(transaction, { actor, action: 'user.roles', subject: user.name, details });
}
