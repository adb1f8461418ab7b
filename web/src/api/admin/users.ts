import { queryOptions } from '@tanstack/react-query';
import { userAddress } from '../addresses.ts';
import { call } from '../http.ts';
import { keys } from '../keys.ts';
import type { MemberLevel } from '../types.ts';
import type { Deletion, DeletionReport, Metadata, NewUser, User } from './user-types.ts';

/** Everybody, in one list: the service answers ten thousand in a tenth of a second. */
export const usersQuery = queryOptions({
  queryKey: keys.userList,
  queryFn: ({ signal }) => call<readonly User[]>('/users/detailed', { signal }),
});

export const createUser = (user: NewUser): Promise<void> => call('/users', { method: 'POST', json: user });

type UserChange = { readonly userName: string; readonly email?: string; readonly roles?: readonly string[] };

export const changeUser = ({ userName, ...change }: UserChange): Promise<void> =>
  call(userAddress(userName), { method: 'PUT', json: change });

/** `total` in bytes; null takes the limit away. */
export const setQuota = (userName: string, total: number | null): Promise<void> =>
  call(userAddress(userName, '/storage'), { method: 'PUT', json: { total } });

export const setPassword = (userName: string, newPassword: string): Promise<void> =>
  call(userAddress(userName, '/changepwd'), { method: 'PUT', json: { newPassword } });

export function deleteUser({ userName, ...options }: Deletion): Promise<DeletionReport> {
  const query = new URLSearchParams(options).toString();
  return call(`${userAddress(userName)}${query === '' ? '' : `?${query}`}`, { method: 'DELETE' });
}

export const metadataQuery = (userName: string) =>
  queryOptions({
    queryKey: keys.userMetadata(userName),
    queryFn: ({ signal }) => call<Metadata>(userAddress(userName, '/meta'), { signal }),
  });

/** Takes the place of all that was there. */
export const setMetadata = (userName: string, metadata: Metadata): Promise<void> =>
  call(userAddress(userName, '/meta'), { method: 'POST', json: metadata });

type Membership = { readonly orgSlug: string; readonly permissions: MemberLevel };

export const addMembership = (userName: string, membership: Membership): Promise<void> =>
  call(userAddress(userName, '/orgs'), { method: 'POST', json: membership });

const membershipAddress = (userName: string, org: string): string =>
  userAddress(userName, `/orgs/${encodeURIComponent(org)}`);

export const changeMembership = (userName: string, { orgSlug, permissions }: Membership): Promise<void> =>
  call(membershipAddress(userName, orgSlug), { method: 'PUT', json: { permissions } });

export const removeMembership = (userName: string, org: string): Promise<void> =>
  call(membershipAddress(userName, org), { method: 'DELETE' });
