export { permissionsOnDataset, type Standing } from './permissions.ts';
export { organizationRoutes, PermissionsBody } from './routes.ts';
export { createOrganizations, ensureFirstOrganizations, type Organizations } from './service.ts';
export { checkSlug, SlugInput, slugify } from './slug.ts';
export { NOBODY, ownerDeactivated, standingColumns } from './store.ts';
