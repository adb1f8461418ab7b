import type { Database } from '../../database/index.ts';
import { fail } from '../../errors/index.ts';
import { ADMIN_ROLE, DEACTIVATED_ROLE, isActive, type User } from '../users/store.ts';

/**
 * Refuses what would leave the service without an administrator: the one of the settings stays one, and so does the last
 * who can sign in. Behind `lockAdministration`.
 *
 * @param rolesAfter what the user would have afterwards; `undefined` when he would be deleted
 * @throws `conflict` for roles; `forbidden` for deletion
 */
export async function protectAdministration(
  transaction: Database,
  user: User,
  rolesAfter: readonly string[] | undefined,
  defaultAdministrator: string,
): Promise<void> {
  if (rolesAfter && isAdministrator({ roles: rolesAfter })) return;
  const code = rolesAfter ? 'conflict' : 'forbidden';
  if (user.name.toLowerCase() === defaultAdministrator.toLowerCase() && user.roles.includes(ADMIN_ROLE)) {
    throw fail(code, `${user.name} is the administrator of the settings and must stay an active one.`);
  }
  if (!isAdministrator(user)) return;
  const other = await transaction
    .selectFrom('user_roles as admin')
    .leftJoin('user_roles as deactivated', (join) =>
      join.onRef('deactivated.user_id', '=', 'admin.user_id').on('deactivated.role', '=', DEACTIVATED_ROLE),
    )
    .select('admin.user_id')
    .where('admin.role', '=', ADMIN_ROLE)
    .where('admin.user_id', '!=', user.id)
    .where('deactivated.user_id', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (other === undefined) {
    throw fail(code, `${user.name} is the last active administrator. Make somebody else one first.`);
  }
}

/** Whether somebody with these roles may administer and can sign in to do so. */
function isAdministrator(user: Pick<User, 'roles'>): boolean {
  return user.roles.includes(ADMIN_ROLE) && isActive(user);
}
