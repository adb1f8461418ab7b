import { queryOptions } from '@tanstack/react-query';
import type { Answer, BodyOf } from '../../../api/routes.ts';
import { ApiError } from './api-error.ts';
import { call } from './http.ts';
import { keys } from './keys.ts';
import { i18n } from '../languages/i18n.ts';

export type Organization = Answer<'GET /orgs'>[number];

export type NewOrganization = BodyOf<'POST /orgs'>;

/** What an edit of an organization may change; what is left out stays as it is. */
export type OrganizationChange = BodyOf<'PUT /orgs/{orgSlug}'> & { readonly slug: string };

export type Member = Answer<'GET /orgs/{orgSlug}/members'>[number];

/** 0 reads, 1 also writes, 2 also deletes, 3 also manages members. */
export type MemberLevel = Member['permissions'];

/** An organization as one of its people sees it; owners have no level. */
export type OwnOrganization = Answer<'GET /users/{userName}/orgs'>[number];

export const organizationsQuery = queryOptions({
  queryKey: keys.organizations,
  queryFn: ({ signal }) => call('GET /orgs', { signal }),
});

/** What anybody may look at, also without an account. */
export const publicOrganizationsQuery = queryOptions({
  queryKey: keys.publicOrganizations,
  queryFn: ({ signal }) => call('GET /orgs/public', { signal }),
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
  if (org !== PUBLIC) return call('GET /orgs/{orgSlug}', { path: { orgSlug: org }, signal });
  const open = await call('GET /orgs/public', { signal });
  const own = open.find(({ slug }) => slug === PUBLIC);
  if (own === undefined) throw new Error('This installation has no public organization.');
  return own;
}

export const createOrganization = (body: NewOrganization) => call('POST /orgs', { body });

export const changeOrganization = (body: OrganizationChange) =>
  call('PUT /orgs/{orgSlug}', { path: { orgSlug: body.slug }, body });

export const deleteOrganization = (org: string) => call('DELETE /orgs/{orgSlug}', { path: { orgSlug: org } });

export const membersQuery = (org: string) =>
  queryOptions({
    queryKey: keys.members(org),
    queryFn: ({ signal }) => call('GET /orgs/{orgSlug}/members', { path: { orgSlug: org }, signal }),
  });

type MemberChange = { readonly userName: string; readonly permissions: MemberLevel };

export const addMember = (org: string, body: MemberChange) =>
  call('POST /orgs/{orgSlug}/members', { path: { orgSlug: org }, body });

export const changeMember = (org: string, { userName, permissions }: MemberChange) =>
  call('PUT /orgs/{orgSlug}/members/{userName}', { path: { orgSlug: org, userName }, body: { permissions } });

export const removeMember = (org: string, userName: string) =>
  call('DELETE /orgs/{orgSlug}/members/{userName}', { path: { orgSlug: org, userName } });

/** Organizations a person owns or is a member of. */
export const userOrganizationsQuery = (userName: string) =>
  queryOptions({
    queryKey: keys.userOrganizations(userName),
    queryFn: ({ signal }) => call('GET /users/{userName}/orgs', { path: { userName }, signal }),
  });

/** What a level of membership is called, and what it lets a person do. */
export const LEVELS: readonly { readonly level: MemberLevel; readonly name: string; readonly may: string }[] = [
  { level: 0, name: i18n.t('Read'), may: i18n.t('sees every dataset') },
  {
    level: 1,
    name: i18n.t('Write'),
    may: i18n.t('also uploads, edits and deletes files, makes datasets, shares them by link and makes them public'),
  },
  { level: 2, name: i18n.t('Delete'), may: i18n.t('also deletes datasets') },
  { level: 3, name: i18n.t('Manage'), may: i18n.t('also manages members and the organization') },
];

/** All levels in a sentence, for beside the fields where one is chosen. */
export const LEVELS_TEXT = `${LEVELS.map(({ name, may }) => `${name} ${may}`).join('; ')}.`;

export const levelName = (level: MemberLevel): string => LEVELS[level]?.name ?? String(level);
