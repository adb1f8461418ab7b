import { queryOptions } from '@tanstack/react-query';
import type { Answer, BodyOf } from '../../../../api/routes.ts';
import { call } from '../http.ts';
import { keys } from '../keys.ts';
import type { MemberLevel } from '../organizations.ts';

export type User = Answer<'GET /users/detailed'>[number];

export type NewUser = BodyOf<'POST /users'>;

/** Without a successor the organizations stay and have no owner. */
export type Deletion = { readonly userName: string; readonly successor?: string };

/** What deleting a person changed. */
export type DeletionReport = Answer<'DELETE /users/{userName}'>;

export type Metadata = Answer<'GET /users/{userName}/meta'>;

/** Everybody, in one list: the service answers ten thousand in a tenth of a second. */
export const usersQuery = queryOptions({
  queryKey: keys.userList,
  queryFn: ({ signal }) => call('GET /users/detailed', { signal }),
});

export const createUser = (body: NewUser) => call('POST /users', { body });

type UserChange = { readonly userName: string; readonly email?: string; readonly roles?: readonly string[] };

export const changeUser = ({ userName, ...body }: UserChange) =>
  call('PUT /users/{userName}', { path: { userName }, body });

/** `total` in bytes; null takes the limit away. */
export const setQuota = (userName: string, total: number | null) =>
  call('PUT /users/{userName}/storage', { path: { userName }, body: { total } });

export const setPassword = (userName: string, newPassword: string) =>
  call('PUT /users/{userName}/changepwd', { path: { userName }, body: { newPassword } });

export const deleteUser = ({ userName, ...query }: Deletion): Promise<DeletionReport> =>
  call('DELETE /users/{userName}', { path: { userName }, query });

export const metadataQuery = (userName: string) =>
  queryOptions({
    queryKey: keys.userMetadata(userName),
    queryFn: ({ signal }) => call('GET /users/{userName}/meta', { path: { userName }, signal }),
  });

/** Takes the place of all that was there. */
export const setMetadata = (userName: string, body: Metadata) =>
  call('POST /users/{userName}/meta', { path: { userName }, body });

type Membership = { readonly orgSlug: string; readonly permissions: MemberLevel };

export const addMembership = (userName: string, body: Membership) =>
  call('POST /users/{userName}/orgs', { path: { userName }, body });

export const changeMembership = (userName: string, { orgSlug, permissions }: Membership) =>
  call('PUT /users/{userName}/orgs/{orgSlug}', { path: { userName, orgSlug }, body: { permissions } });

export const removeMembership = (userName: string, org: string) =>
  call('DELETE /users/{userName}/orgs/{orgSlug}', { path: { userName, orgSlug: org } });
