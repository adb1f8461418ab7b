import type { Database } from '../database/index.ts';
import { memberRoutes } from './member-routes.ts';
import { createMembers } from './members.ts';
import { organizationRoutes } from './routes.ts';
import { createOrganizations, type OrganizationContents, type Organizations } from './service.ts';
import { userOrganizationRoutes } from './user-organization-routes.ts';
import { createUserOrganizations } from './user-organizations.ts';

/** Organizations, their members and what users belong to: who may do what, and all routes. */
export function assembleOrganizations(
  db: Database,
  settings: { readonly enableOrganizationMemberManagement: boolean; readonly enableStorageLimiter: boolean },
  contents: OrganizationContents,
): Pick<Organizations, 'grant' | 'create'> & { readonly routes: ReturnType<typeof organizationRoutes> } {
  const organizations = createOrganizations(db, contents, settings.enableStorageLimiter);
  const members = createMembers(db);
  const routes = [
    ...organizationRoutes(organizations),
    ...memberRoutes(members, settings.enableOrganizationMemberManagement),
    ...userOrganizationRoutes(createUserOrganizations(db), members),
  ];
  return { grant: organizations.grant, create: organizations.create, routes };
}
