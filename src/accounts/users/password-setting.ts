import { recordAudit, type Actor } from '../../audit/index.ts';
import { fail, type Caller } from '../../http/index.ts';
import { deleteTokensOf } from '../access-tokens/store.ts';
import { requireLocalPassword } from '../external/local-management.ts';
import { forgetFailures } from '../sign-in/attempts.ts';
import type { UserDependencies } from './dependencies.ts';
import { checkPassword, hashPassword, requireGoodPassword } from './passwords.ts';
import { requireUser } from './required-user.ts';
import { replacePassword } from './store.ts';

export interface PasswordSetting {
  /** Checked when it is there; only administrators may leave it out. */
  readonly currentPassword?: string | undefined;
  readonly newPassword: string;
}

/** Sets a password and ends every session; access tokens and links too, unless it is the own one. The caller is an administrator, or the user with his present password. */
export async function setPassword(
  { db, settings, attempts }: Pick<UserDependencies, 'db' | 'settings' | 'attempts'>,
  userName: string,
  { currentPassword, newPassword }: PasswordSetting,
  caller: Caller,
  actor: Actor,
): Promise<void> {
  const isOwn = userName.toLowerCase() === caller.name.toLowerCase();
  if (!caller.isAdmin && !isOwn) throw fail('forbidden', 'Only an administrator may change the password of others.');
  requireGoodPassword(newPassword, settings.passwordPolicy);
  const user = await requireUser(db, userName);
  requireLocalPassword(settings, user, isOwn);
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
    // Whoever sets the password of somebody else shuts out whoever has got hold of the account.
    if (!isOwn) await deleteTokensOf(transaction, user.id);
    await replacePassword(transaction, user.id, passwordHash, false);
    await forgetFailures(transaction, user.name);
    const details = { accessTokens: !isOwn };
    await recordAudit(transaction, { actor, action: 'user.password', subject: user.name, details });
  });
}
