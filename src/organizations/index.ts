export { copyMembers, raiseMember, type RaisedMember } from './member-store.ts';
export { assembleOrganizations } from './organizations.ts';
export { lockOrganizations, lockOwners, type LockedOrganization } from './owner-store.ts';
export { permissionsOnDataset, type Standing } from './permissions.ts';
export { mayFindDataset, mayReadDataset, mayReadOrganization } from './readable.ts';
export { PermissionsBody } from './routes.ts';
export {
  ensureFirstOrganizations,
  removeOrganization,
  requireOrganization,
  type OrganizationContents,
  type Organizations,
} from './service.ts';
export { MANAGE_LEVEL } from './level.ts';
export { checkSlug, SlugInput, slugify } from './slug.ts';
export { NOBODY, ownerDeactivated, PUBLIC_SLUG, standingColumns } from './store.ts';
export { personalOrganization, userHoldings } from './user-holdings.ts';
