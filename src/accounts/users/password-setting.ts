import { recordAudit, type Actor } from '../../audit/index.ts';
import { fail, type Caller } from '../../http/index.ts';
import { deleteTokensOf } from '../access-tokens/store.ts';
import { requireLocalPassword } from '../external/local-management.ts';
import { forgetFailures } from '../sign-in/failure-counters.ts';
import type { UserDependencies } from './dependencies.ts';
import { checkPassword, hashPassword, requireGoodPassword } from './passwords.ts';
import { requireUser } from './required-user.ts';
import { replacePassword } from './store.ts';

export interface PasswordSetting {
  /** Checked when it is there. */
  readonly currentPassword?: string | undefined;
  readonly newPassword: string;
}

/** Sets a password and ends every session; access tokens and links too, unless it is the caller's own. The caller is an administrator. */
export async function setPassword(
  { db, settings, attempts }: Pick<UserDependencies, 'db' | 'settings' | 'attempts'>,
  userName: string,
  { currentPassword, newPassword }: PasswordSetting,
  caller: Caller,
  actor: Actor,
): Promise<void> {
  const isOwn = userName.toLowerCase() === caller.name.toLowerCase();
  requireGoodPassword(newPassword, settings.passwordPolicy);
  const user = await requireUser(db, userName);
  requireLocalPassword(settings, user, isOwn);
  if (currentPassword !== undefined) {
    const context = { address: actor.address ?? '' };
    const attempt = await attempts.begin({ userName, password: currentPassword, user, context });
    if (attempt.isKnownWrong || !(await checkPassword(currentPassword, user.passwordHash))) {
      await attempt.wrong();
      throw fail('invalid-input', 'currentPassword: PasswordMismatch - Incorrect password.');
    }
    await attempt.withdraw();
  }
  const passwordHash = await hashPassword(newPassword);
  await db.transaction().execute(async (transaction) => {
    // Whoever sets the password of somebody else shuts out whoever has got hold of the account.
    if (!isOwn) await deleteTokensOf(transaction, user.id);
    await replacePassword(transaction, user.id, passwordHash, false);
    await forgetFailures(transaction, user.name);
    const details = { accessTokens: !isOwn };
    await recordAudit(transaction, { actor, action: 'user.password', subject: user.name, details });
  });
}
