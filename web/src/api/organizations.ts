import { queryOptions } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { membersAddress, organizationAddress, userAddress } from './addresses.ts';
import { call } from './http.ts';
import { keys } from './keys.ts';
import type {
  Member,
  MemberLevel,
  NewOrganization,
  Organization,
  OrganizationChange,
  OwnOrganization,
} from './types.ts';

export const organizationsQuery = queryOptions({
  queryKey: keys.organizations,
  queryFn: ({ signal }) => call<readonly Organization[]>('/orgs', { signal }),
});

/** What anybody may look at, also without an account. */
export const publicOrganizationsQuery = queryOptions({
  queryKey: keys.publicOrganizations,
  queryFn: ({ signal }) => call<readonly Organization[]>('/orgs/public', { signal }),
});

/** The organization of everybody. `/orgs/public` is the list of all public ones; its own record stands in there. */
const PUBLIC = 'public';

export const organizationQuery = (org: string) =>
  queryOptions({
    queryKey: keys.organization(org),
    queryFn: ({ signal }) => readOrganization(org, signal),
  });

/** The organization above a dataset; null for who may read the dataset but not the organization. Never fails with 401. */
export const organizationAboveQuery = (org: string) =>
  queryOptions({
    queryKey: keys.organizationAbove(org),
    queryFn: async ({ signal }): Promise<Organization | null> => {
      try {
        return await readOrganization(org, signal);
      } catch (error) {
        if (error instanceof ApiError && [401, 403, 404].includes(error.status)) return null;
        throw error;
      }
    },
    staleTime: 60_000,
  });

async function readOrganization(org: string, signal: AbortSignal): Promise<Organization> {
  if (org !== PUBLIC) return call<Organization>(organizationAddress(org), { signal });
  const open = await call<readonly Organization[]>('/orgs/public', { signal });
  const own = open.find(({ slug }) => slug === PUBLIC);
  if (own === undefined) throw new Error('This installation has no public organization.');
  return own;
}

export const createOrganization = (organization: NewOrganization): Promise<Organization> =>
  call('/orgs', { method: 'POST', json: organization });

export const changeOrganization = ({ slug, ...change }: OrganizationChange): Promise<void> =>
  call(organizationAddress(slug), { method: 'PUT', json: { slug, ...change } });

export const deleteOrganization = (org: string): Promise<void> => call(organizationAddress(org), { method: 'DELETE' });

export const membersQuery = (org: string) =>
  queryOptions({
    queryKey: keys.members(org),
    queryFn: ({ signal }) => call<readonly Member[]>(membersAddress(org), { signal }),
  });

type MemberChange = { readonly userName: string; readonly permissions: MemberLevel };

export const addMember = (org: string, member: MemberChange): Promise<void> =>
  call(membersAddress(org), { method: 'POST', json: member });

export const changeMember = (org: string, { userName, permissions }: MemberChange): Promise<void> =>
  call(membersAddress(org, userName), { method: 'PUT', json: { permissions } });

export const removeMember = (org: string, userName: string): Promise<void> =>
  call(membersAddress(org, userName), { method: 'DELETE' });

/** Organizations a person owns or is a member of. */
export const userOrganizationsQuery = (userName: string) =>
  queryOptions({
    queryKey: keys.userOrganizations(userName),
    queryFn: ({ signal }) => call<readonly OwnOrganization[]>(userAddress(userName, '/orgs'), { signal }),
  });

/** What a level of membership is called, and what it lets a person do. */
export const LEVELS: readonly { readonly level: MemberLevel; readonly name: string; readonly may: string }[] = [
  { level: 0, name: 'Read', may: 'sees every dataset' },
  {
    level: 1,
    name: 'Write',
    may: 'also uploads, edits and deletes files, makes datasets, shares them by link and makes them public',
  },
  { level: 2, name: 'Delete', may: 'also deletes datasets' },
  { level: 3, name: 'Manage', may: 'also manages members and the organization' },
];

/** All levels in a sentence, for beside the fields where one is chosen. */
export const LEVELS_TEXT = `${LEVELS.map(({ name, may }) => `${name} ${may}`).join('; ')}.`;

export const levelName = (level: MemberLevel): string => LEVELS[level]?.name ?? String(level);
