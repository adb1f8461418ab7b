import { randomUUID } from 'node:crypto';
import type { Database } from '../../database/index.ts';
import type { Settings } from '../../settings/index.ts';
import { hashPassword, randomPassword } from '../users/passwords.ts';
import { ADMIN_ROLE, findUserByName, hasUsers, insertUser, type User } from '../users/store.ts';

export interface DefaultAdministrator {
  readonly user: Pick<User, 'id' | 'name' | 'mustChangePassword'>;
  /** The random password of a new administrator whose password was not configured; it is nowhere else. */
  readonly password: string | undefined;
}

/**
 * Makes the default administrator when there are no users yet. One that exists is left as he is: a configured password
 * is only the first one, never put back.
 *
 * @param equip makes what a new administrator begins with, in the same transaction
 */
export async function ensureDefaultAdministrator(
  db: Database,
  settings: Settings['defaultAdmin'],
  equip: (transaction: Database, administrator: Pick<User, 'id' | 'name'>) => Promise<void>,
): Promise<DefaultAdministrator | undefined> {
  const { userName, email, password: configured } = settings;
  const password = configured ?? randomPassword();
  const passwordHash = await hashPassword(password);
  return db.transaction().execute(async (transaction) => {
    // Several processes may start on an empty database at once.
    await transaction.selectFrom('roles').select('name').where('name', '=', ADMIN_ROLE).forUpdate().execute();
    const existing = await findUserByName(transaction, userName);
    if (existing) return { user: existing, password: undefined };
    if (await hasUsers(transaction)) return undefined;
    const user = {
      id: randomUUID(),
      name: userName,
      email,
      passwordHash,
      mustChangePassword: true,
      storageQuota: null,
      roles: [ADMIN_ROLE],
    };
    await insertUser(transaction, user);
    await equip(transaction, user);
    return { user, password: configured === undefined ? password : undefined };
  });
}
