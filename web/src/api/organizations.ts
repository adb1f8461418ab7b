import { queryOptions } from '@tanstack/react-query';
import { organizationAddress } from './addresses.ts';
import { call } from './http.ts';
import { keys } from './keys.ts';
import type { NewOrganization, Organization } from './types.ts';

export const organizationsQuery = queryOptions({
  queryKey: keys.organizations,
  queryFn: ({ signal }) => call<readonly Organization[]>('/orgs', { signal }),
});

export const organizationQuery = (org: string) =>
  queryOptions({
    queryKey: keys.organization(org),
    queryFn: ({ signal }) => call<Organization>(organizationAddress(org), { signal }),
  });

export const createOrganization = (organization: NewOrganization): Promise<Organization> =>
  call('/orgs', { method: 'POST', json: organization });
