import { ALL_PERMISSIONS, limitedBy, type Caller, type Permissions } from '../access/index.ts';
import { DELETE_LEVEL, MANAGE_LEVEL, WRITE_LEVEL } from './level.ts';

/** What decides about an organization's rights, as read from the database for one caller. */
export interface Standing {
  readonly ownerId: string | null;
  readonly isPublic: boolean;
  /** The owner is deactivated: what he shares with everybody is hidden. */
  readonly ownerDeactivated: boolean;
  /** The caller's level as a member: 0 read, 1 write, 2 delete, 3 manage; null for no member. */
  readonly level: number | null;
}

const NO_PERMISSIONS: Permissions = { canRead: false, canWrite: false, canDelete: false, canManageMembers: false };

/**
 * What a caller may do with an organization. Administrators and the owner: everything. `canDelete` is about the organization
 * itself and all that is in it, so it takes the highest level.
 */
export function permissionsOnOrganization(standing: Standing, caller: Caller | undefined): Permissions {
  const inside = permissionsInside(standing, standing.isPublic, caller);
  return { ...inside, canDelete: inside.canManageMembers };
}

/** What he may do with a dataset of it: visibility 1 and 2 let everybody read, whatever the organization's own is. */
export function permissionsOnDataset(standing: Standing, visibility: number, caller: Caller | undefined): Permissions {
  return permissionsInside(standing, visibility > 0, caller);
}

function permissionsInside(standing: Standing, open: boolean, caller: Caller | undefined): Permissions {
  return limitedBy(permissionsOfUser(standing, open, caller), caller?.scope);
}

function permissionsOfUser(standing: Standing, open: boolean, caller: Caller | undefined): Permissions {
  if (caller && (caller.isAdmin || caller.id === standing.ownerId)) return ALL_PERMISSIONS;
  const { level } = standing;
  if (level === null) return { ...NO_PERMISSIONS, canRead: open && !standing.ownerDeactivated };
  return {
    canRead: true,
    canWrite: level >= WRITE_LEVEL,
    canDelete: level >= DELETE_LEVEL,
    canManageMembers: level >= MANAGE_LEVEL,
  };
}

/** Whether a caller belongs to the organization: its owner, a member of any level, an administrator. */
export function belongs(standing: Standing, caller: Caller): boolean {
  return caller.isAdmin || caller.id === standing.ownerId || standing.level !== null;
}
