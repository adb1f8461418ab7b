import { queryOptions } from '@tanstack/react-query';
import { organizationAddress } from './addresses.ts';
import { call } from './http.ts';
import { keys } from './keys.ts';
import type { NewOrganization, Organization } from './types.ts';

export const organizationsQuery = queryOptions({
  queryKey: keys.organizations,
  queryFn: ({ signal }) => call<readonly Organization[]>('/orgs', { signal }),
});

/** The organization of everybody. `/orgs/public` is the list of all public ones; its own record stands in there. */
const PUBLIC = 'public';

export const organizationQuery = (org: string) =>
  queryOptions({
    queryKey: keys.organization(org),
    queryFn: async ({ signal }) => {
      if (org !== PUBLIC) return call<Organization>(organizationAddress(org), { signal });
      const open = await call<readonly Organization[]>('/orgs/public', { signal });
      const own = open.find(({ slug }) => slug === PUBLIC);
      if (own === undefined) throw new Error('This installation has no public organization.');
      return own;
    },
  });

export const createOrganization = (organization: NewOrganization): Promise<Organization> =>
  call('/orgs', { method: 'POST', json: organization });
