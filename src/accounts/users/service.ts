import type { Caller } from '../../access/index.ts';
import type { Actor } from '../../audit/index.ts';
import { changeMetadata, changeQuota, changeUser, type UserChange } from './changes.ts';
import { createUser, type UserInput } from './creation.ts';
import { deleteUser, type Deletion } from './deletion.ts';
import type { UserDependencies } from './dependencies.ts';
import { listUsers, type ListedUser } from './listing.ts';
import { presentMetadata, type Metadata } from './metadata.ts';
import { setPassword, type PasswordSetter, type PasswordSetting } from './password-setting.ts';
import { requireFacts, requireUser } from './required-user.ts';

/** Bytes. */
export interface StorageInfo {
  /** Null: unlimited. */
  readonly total: number | null;
  readonly used: number;
}

/** Administration of users. Names are looked up in any letter case; one that does not exist is `not-found`. */
export interface Users {
  /** All users as JSON text. */
  list(detailed: boolean): Promise<string>;
  /** @throws `conflict` when the name is taken, in any letter case */
  create(input: UserInput, actor: Actor): Promise<ListedUser>;
  /** Changes what is given. New roles end every session. @throws `conflict` when no administrator would be left */
  update(userName: string, change: UserChange, actor: Actor): Promise<void>;
  /**
   * @throws `forbidden` for administrators who must stay; `conflict` for the caller's own account, and for a deactivated
   *   user whom a provider would let in again
   */
  remove(userName: string, successor: string | undefined, caller: Caller, actor: Actor): Promise<Deletion>;
  /** Sets a password and ends every session. The caller is an administrator. @throws `throttled` */
  setPassword(userName: string, setting: PasswordSetting, setter: PasswordSetter): Promise<void>;
  storage(userName: string): Promise<StorageInfo>;
  /** @param total bytes; null: unlimited */
  setQuota(userName: string, total: number | null, actor: Actor): Promise<void>;
  metadata(userName: string): Promise<Metadata>;
  /** Replaces the metadata, the quota and, when it names them, the roles. */
  setMetadata(userName: string, input: unknown, actor: Actor): Promise<void>;
}

export function createUsers(dependencies: UserDependencies): Users {
  const { db } = dependencies;
  return {
    list: (detailed) => listUsers(db, detailed),
    create: (input, actor) => createUser(dependencies, input, actor),
    update: (userName, change, actor) => changeUser(dependencies, userName, change, actor),
    remove: (userName, successor, caller, actor) => deleteUser(dependencies, userName, successor, caller, actor),
    setPassword: (userName, setting, setter) => setPassword(dependencies, userName, setting, setter),
    async storage(userName) {
      const { storageQuota, storageUsed } = await requireFacts(db, userName);
      return { total: storageQuota, used: storageUsed };
    },
    setQuota: (userName, total, actor) => changeQuota(db, userName, total, actor),
    async metadata(userName) {
      const { roles } = await requireUser(db, userName);
      const { metadata, storageQuota } = await requireFacts(db, userName);
      return presentMetadata(metadata, { storageQuota, roles });
    },
    setMetadata: (userName, input, actor) => changeMetadata(dependencies, userName, input, actor),
  };
}
