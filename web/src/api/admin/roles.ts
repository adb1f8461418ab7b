import { queryOptions } from '@tanstack/react-query';
import { call } from '../http.ts';
import { keys } from '../keys.ts';

/** The roles that mean something to the service; all others are labels. */
export const ADMIN = 'admin';
export const DEACTIVATED = 'deactivated';

export const rolesQuery = queryOptions({
  queryKey: keys.roles,
  queryFn: ({ signal }) => call('GET /users/roles', { signal }),
});

export const createRole = (roleName: string) => call('POST /users/roles', { body: { roleName } });

export const deleteRole = (roleName: string) => call('DELETE /users/roles/{roleName}', { path: { roleName } });

export const isDeactivated = ({ roles }: { readonly roles: readonly string[] }): boolean => roles.includes(DEACTIVATED);
