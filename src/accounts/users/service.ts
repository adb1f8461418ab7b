import { randomUUID } from 'node:crypto';
import { recordAudit, type Actor } from '../../audit/index.ts';
import type { Database } from '../../database/index.ts';
import { fail, type Caller } from '../../http/index.ts';
import type { Settings } from '../../settings/index.ts';
import { requireLocalManagement, requireLocalRoles } from '../external/local-management.ts';
import { forgetFailures, type Attempts } from '../sign-in/attempts.ts';
import { protectAdministration } from '../roles/administrators.ts';
import type { DatasetResult, UserHoldings } from './holdings.ts';
import { listUsers, type ListedUser } from './listing.ts';
import { presentMetadata, readMetadata, type Metadata } from './metadata.ts';
import { checkEmail, checkUserName } from './names.ts';
import { checkPassword, hashPassword, requireGoodPassword } from './passwords.ts';
import { ensureRoles, lockAdministration, requireRoles, sameRoles } from '../roles/roles.ts';
import {
  findUserByName,
  findUserFacts,
  insertUser,
  isActive,
  replacePassword,
  replaceRoles,
  updateUser,
  type User,
} from './store.ts';

export interface UserInput {
  readonly userName: string;
  readonly password: string;
  readonly email?: string | undefined;
  readonly roles?: readonly string[] | undefined;
}

export interface UserChange {
  readonly email?: string | undefined;
  readonly roles?: readonly string[] | undefined;
}

export interface PasswordReset {
  /** Checked when it is there; only administrators may leave it out. */
  readonly currentPassword?: string | undefined;
  readonly newPassword: string;
}

/** Bytes. */
export interface StorageInfo {
  /** Null: unlimited. */
  readonly total: number | null;
  readonly used: number;
}

/** What became of a deleted user and of what he owned. */
export interface Deletion {
  readonly userName: string;
  readonly successor: string | null;
  readonly organizationsTransferred: number;
  readonly organizationsDeleted: number;
  readonly datasetsTransferred: number;
  readonly datasetsDeleted: number;
  readonly batchesDeleted: number;
  readonly datasetResults: readonly DatasetResult[];
}

/** Administration of users. Names are looked up in any letter case; one that does not exist is `not-found`. */
export interface Users {
  /** All users as JSON text. */
  list(detailed: boolean): Promise<string>;
  /** @throws `conflict` when the name is taken, in any letter case */
  create(input: UserInput, actor: Actor): Promise<ListedUser>;
  /** Changes what is given. New roles end every session. @throws `conflict` when no administrator would be left */
  update(userName: string, change: UserChange, actor: Actor): Promise<void>;
  /** @throws `conflict` for the caller himself and for administrators who must stay */
  remove(userName: string, successor: string | undefined, caller: Caller, actor: Actor): Promise<Deletion>;
  /** Sets a password and ends every session. The caller is an administrator, or the user with his present password. */
  setPassword(userName: string, reset: PasswordReset, caller: Caller, actor: Actor): Promise<void>;
  storage(userName: string): Promise<StorageInfo>;
  /** @param total bytes; null: unlimited */
  setQuota(userName: string, total: number | null, actor: Actor): Promise<void>;
  metadata(userName: string): Promise<Metadata>;
  /** Replaces the metadata, the quota and, when it names them, the roles. */
  setMetadata(userName: string, input: unknown, actor: Actor): Promise<void>;
}

export interface UserDependencies {
  readonly db: Database;
  readonly settings: Pick<
    Settings,
    'passwordPolicy' | 'externalAuthUrl' | 'openId' | 'defaultAdmin' | 'defaultStorageQuotaMB'
  >;
  readonly attempts: Attempts;
  readonly holdings: UserHoldings;
}

const MIB = 1024 * 1024;

export function createUsers({ db, settings, attempts, holdings }: UserDependencies): Users {
  const { passwordPolicy, defaultAdmin, defaultStorageQuotaMB } = settings;

  /** Behind the lock, so that what is read of roles stays true until the end. */
  const changeRoles = async (
    transaction: Database,
    user: User,
    roles: readonly string[],
    actor: Actor,
  ): Promise<boolean> => {
    if (sameRoles(user.roles, roles)) return false;
    requireLocalRoles(settings, user.roles, roles);
    await protectAdministration(transaction, user, roles, defaultAdmin.userName);
    await replaceRoles(transaction, user.id, roles);
    const details = { before: user.roles, roles };
    await recordAudit(transaction, { actor, action: 'user.roles', subject: user.name, details });
    return true;
  };

  return {
    list: (detailed) => listUsers(db, detailed),

    async create({ userName, password, email = '', roles = [] }, actor) {
      requireLocalManagement(settings);
      const user = { id: randomUUID(), name: checkUserName(userName), email: checkEmail(email) };
      requireGoodPassword(password, passwordPolicy);
      const passwordHash = await hashPassword(password);
      const storageQuota = defaultStorageQuotaMB === undefined ? null : defaultStorageQuotaMB * MIB;
      return db.transaction().execute(async (transaction) => {
        await lockAdministration(transaction);
        const given = await requireRoles(transaction, roles);
        const newUser = { ...user, passwordHash, storageQuota, roles: given, mustChangePassword: false };
        if (!(await insertUser(transaction, newUser))) {
          throw fail('conflict', `The userName ${userName} is taken by another user; choose another one.`);
        }
        const details = { email, roles: given };
        await recordAudit(transaction, { actor, action: 'user.create', subject: user.name, details });
        await holdings.begin(transaction, user, actor);
        return { userName: user.name, email, roles: given, organizations: [] };
      });
    },

    async update(userName, { email, roles }, actor) {
      if (email !== undefined) checkEmail(email);
      await db.transaction().execute(async (transaction) => {
        await lockAdministration(transaction);
        const user = await requireUser(transaction, userName);
        if (roles !== undefined) await changeRoles(transaction, user, await requireRoles(transaction, roles), actor);
        if (email === undefined || email === user.email) return;
        requireLocalManagement(settings);
        await updateUser(transaction, user.id, { email });
        const details = { before: user.email, email };
        await recordAudit(transaction, { actor, action: 'user.update', subject: user.name, details });
      });
    },

    remove: (userName, successorName, caller, actor) =>
      db.transaction().execute(async (transaction) => {
        await lockAdministration(transaction);
        const user = await requireUser(transaction, userName);
        if (user.id === caller.id) throw fail('conflict', 'Nobody can delete himself; ask another administrator.');
        await protectAdministration(transaction, user, undefined, defaultAdmin.userName);
        const successor = await successorOf(transaction, user, successorName);
        const release = await holdings.release(transaction, user, successor, actor);
        await transaction.deleteFrom('users').where('id', '=', user.id).execute();
        const { organizationsTransferred, datasetsTransferred, datasetResults } = release;
        const to = successor?.name ?? null;
        const details = { successor: to, organizationsTransferred, datasetsTransferred };
        await recordAudit(transaction, { actor, action: 'user.delete', subject: user.name, details });
        return {
          userName: user.name,
          successor: to,
          organizationsTransferred,
          organizationsDeleted: 0,
          datasetsTransferred,
          datasetsDeleted: 0,
          batchesDeleted: 0,
          datasetResults,
        };
      }),

    async setPassword(userName, { currentPassword, newPassword }, caller, actor) {
      const isOwn = userName.toLowerCase() === caller.name.toLowerCase();
      if (!caller.isAdmin && !isOwn)
        throw fail('forbidden', 'Only an administrator may change the password of others.');
      requireGoodPassword(newPassword, passwordPolicy);
      requireLocalManagement(settings);
      const user = await requireUser(db, userName);
      if (user.origin === 'external') {
        throw fail('conflict', `The password of ${user.name} is kept by the sign-in provider; change it there.`);
      }
      if (currentPassword !== undefined) {
        const attempt = await attempts.begin({ userName, userId: user.id, address: actor.address ?? '' });
        if (!(await checkPassword(currentPassword, user.passwordHash))) {
          throw fail('invalid-input', 'currentPassword: PasswordMismatch - Incorrect password.');
        }
        await attempt.withdraw();
      } else if (!caller.isAdmin) {
        throw fail('invalid-input', 'The currentPassword field is required.');
      }
      const passwordHash = await hashPassword(newPassword);
      await db.transaction().execute(async (transaction) => {
        await replacePassword(transaction, user.id, passwordHash, false);
        await forgetFailures(transaction, user.name);
        await recordAudit(transaction, { actor, action: 'user.password', subject: user.name });
      });
    },

    async storage(userName) {
      const { storageQuota, storageUsed } = await requireFacts(db, userName);
      return { total: storageQuota, used: storageUsed };
    },

    setQuota: (userName, total, actor) =>
      db.transaction().execute(async (transaction) => {
        const { id, name, storageQuota } = await requireFacts(transaction, userName);
        await updateUser(transaction, id, { storageQuota: total });
        const details = { before: storageQuota, storageQuota: total };
        await recordAudit(transaction, { actor, action: 'user.quota', subject: name, details });
      }),

    async metadata(userName) {
      const { roles } = await requireUser(db, userName);
      const { metadata, storageQuota } = await requireFacts(db, userName);
      return presentMetadata(metadata, { storageQuota, roles });
    },

    async setMetadata(userName, input, actor) {
      const { metadata, storageQuota, roles: wanted } = readMetadata(input);
      await db.transaction().execute(async (transaction) => {
        await lockAdministration(transaction);
        const user = await requireUser(transaction, userName);
        if (wanted !== undefined) {
          const { roles, created } = await ensureRoles(transaction, wanted);
          for (const role of created) await recordAudit(transaction, { actor, action: 'role.create', subject: role });
          await changeRoles(transaction, user, roles, actor);
        }
        await updateUser(transaction, user.id, { metadata, storageQuota });
        const details = { keys: Object.keys(metadata), storageQuota };
        await recordAudit(transaction, { actor, action: 'user.metadata', subject: user.name, details });
      });
    },
  };
}

async function requireUser(db: Database, userName: string): Promise<User> {
  const user = await findUserByName(db, userName);
  if (user === undefined) throw fail('not-found', `There is no user ${userName}.`);
  return user;
}

async function requireFacts(db: Database, userName: string) {
  const facts = await findUserFacts(db, userName);
  if (facts === undefined) throw fail('not-found', `There is no user ${userName}.`);
  return facts;
}

/** @throws `invalid-input` for one who cannot take over */
async function successorOf(db: Database, user: User, name: string | undefined): Promise<User | undefined> {
  if (name === undefined) return undefined;
  const successor = await findUserByName(db, name);
  if (successor === undefined) throw fail('invalid-input', `successor must exist; there is no user ${name}.`);
  if (successor.id === user.id) throw fail('invalid-input', 'successor must be somebody else.');
  if (!isActive(successor)) throw fail('invalid-input', `successor must be active; ${successor.name} is deactivated.`);
  return successor;
}
