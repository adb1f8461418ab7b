import type { Database } from '../../database/index.ts';
import { hashPassword, randomPassword } from '../users/passwords.ts';
import { findUserByName, replacePassword } from '../users/store.ts';

/**
 * Gives a user a random password, for whoever has the machine but no way in. Every token of the user ends.
 *
 * @returns the new password, which is nowhere else; `undefined` when there is no such user
 */
export async function resetPassword(db: Database, userName: string): Promise<string | undefined> {
  const user = await findUserByName(db, userName);
  if (user === undefined) return undefined;
  const password = randomPassword();
  await replacePassword(db, user.id, await hashPassword(password), true);
  return password;
}
