import type { Database } from '../../database/index.ts';
import { recordAudit, type Actor } from '../../audit/index.ts';
import { deleteTokensOf } from '../access-tokens/store.ts';
import { hashPassword, randomPassword } from '../users/passwords.ts';
import { findUserByName, replacePassword } from '../users/store.ts';
import { forgetFailures } from './failure-counters.ts';

const COMMAND_LINE: Actor = { name: 'command line' };

/**
 * Gives a user a random password, for anyone who has the machine but no way in. Every session of the user ends,
 * his access tokens and links with them, and whatever guessing has locked is open again.
 *
 * @returns the new password, which is nowhere else; `undefined` when there is no such user
 */
export async function resetPassword(db: Database, userName: string): Promise<string | undefined> {
  const user = await findUserByName(db, userName);
  if (user === undefined) return undefined;
  const password = randomPassword();
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (transaction) => {
    await deleteTokensOf(transaction, user.id);
    await replacePassword(transaction, user.id, passwordHash, true);
    await forgetFailures(transaction);
    await recordAudit(transaction, {
      actor: COMMAND_LINE,
      action: 'user.password',
      subject: user.name,
      details: { accessTokens: true },
    });
  });
  return password;
}
