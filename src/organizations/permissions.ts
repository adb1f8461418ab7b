import { ALL_PERMISSIONS, type Caller, type Permissions } from '../http/index.ts';

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

/** What a caller may do with an organization and with what is in it. Administrators and the owner: everything. */
export function permissionsIn(standing: Standing, caller: Caller | undefined): Permissions {
  if (caller && (caller.isAdmin || caller.id === standing.ownerId)) return ALL_PERMISSIONS;
  const { level } = standing;
  if (level === null) return { ...NO_PERMISSIONS, canRead: standing.isPublic && !standing.ownerDeactivated };
  return { canRead: true, canWrite: level >= 1, canDelete: level >= 2, canManageMembers: level >= 3 };
}

/** The same for a dataset: visibility 1 and 2 let everybody read, whatever the organization's own visibility. */
export function permissionsOnDataset(standing: Standing, visibility: number, caller: Caller | undefined): Permissions {
  return permissionsIn({ ...standing, isPublic: visibility > 0 }, caller);
}
