import type { Caller, SignInContext } from '../../access/index.ts';
import { recordAudit, type Actor } from '../../audit/index.ts';
import { fail } from '../../errors/index.ts';
import { deleteTokensOf } from '../access-tokens/store.ts';
import { requireLocalPassword } from '../external/local-management.ts';
import { forgetFailures } from '../sign-in/failure-counters.ts';
import type { UserDependencies } from './dependencies.ts';
import { checkPassword, hashPassword, requireGoodPassword } from './passwords.ts';
import { requireUser } from './required-user.ts';
import { replacePassword } from './store.ts';

export interface PasswordSetting {
  /** Checked when present. */
  readonly currentPassword?: string | undefined;
  readonly newPassword: string;
}

/** The administrator who sets a password. */
export interface PasswordSetter {
  readonly caller: Caller;
  readonly actor: Actor;
  /** Where the current password comes from. */
  readonly context: SignInContext;
}

/**
 * Sets a password and ends every session. Deletes access tokens and links too, unless the password is the caller's own.
 *
 * @throws `throttled` when a current password is given and the user has too many failures
 */
export async function setPassword(
  { db, settings, attempts }: Pick<UserDependencies, 'db' | 'settings' | 'attempts'>,
  userName: string,
  { currentPassword, newPassword }: PasswordSetting,
  { caller, actor, context }: PasswordSetter,
): Promise<void> {
  const isOwn = userName.toLowerCase() === caller.name.toLowerCase();
  requireGoodPassword(newPassword, settings.passwordPolicy);
  const user = await requireUser(db, userName);
  requireLocalPassword(settings, user, isOwn);
  if (currentPassword !== undefined) {
    const attempt = await attempts.begin({ userName, password: currentPassword, user, context });
    if (attempt.isKnownWrong || !(await checkPassword(currentPassword, user.passwordHash))) {
      await attempt.wrong();
      throw fail('invalid-input', 'currentPassword: PasswordMismatch - Incorrect password.');
    }
    await attempt.withdraw();
  }
  const passwordHash = await hashPassword(newPassword);
  await db.transaction().execute(async (transaction) => {
    // An administrator sets another user's password to lock out an intruder, who may have made tokens.
    if (!isOwn) await deleteTokensOf(transaction, user.id);
    await replacePassword(transaction, user.id, passwordHash, false);
    await forgetFailures(transaction, user.name);
    const details = { accessTokens: !isOwn };
    await recordAudit(transaction, { actor, action: 'user.password', subject: user.name, details });
  });
}
