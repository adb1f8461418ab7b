import { randomUUID } from 'node:crypto';
import { recordAudit, type Actor } from '../../audit/index.ts';
import { fail } from '../../errors/index.ts';
import { requireLocalManagement } from '../external/local-management.ts';
import { lockAdministration, requireRoles } from '../roles/roles.ts';
import type { UserDependencies } from './dependencies.ts';
import type { ListedUser } from './listing.ts';
import { checkEmail, checkUserName } from './names.ts';
import { hashPassword, requireGoodPassword } from './passwords.ts';
import { insertUser } from './store.ts';

export interface UserInput {
  readonly userName: string;
  readonly password: string;
  readonly email?: string | undefined;
  readonly roles?: readonly string[] | undefined;
}

const MIB = 1024 * 1024;

/** Makes a user with what he begins with. @throws `conflict` when the name is taken, in any letter case */
export async function createUser(
  { db, settings, holdings }: UserDependencies,
  { userName, password, email = '', roles = [] }: UserInput,
  actor: Actor,
): Promise<ListedUser> {
  requireLocalManagement(settings);
  const user = { id: randomUUID(), name: checkUserName(userName), email: checkEmail(email) };
  const { passwordPolicy, defaultStorageQuotaMB } = settings;
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
    // The interface answers none for a new user. Lists have the organization that was made.
    return { userName: user.name, email, roles: given, organizations: [] };
  });
}
