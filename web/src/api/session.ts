import { queryOptions } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { call } from './http.ts';
import { keys } from './keys.ts';
import type { Features, Session, Storage } from './types.ts';

/** The signed-in person, or null for a visitor. Never fails with 401. */
export const sessionQuery = queryOptions({
  queryKey: keys.session,
  queryFn: async ({ signal }): Promise<Session | null> => {
    try {
      return await call<Session>('/users/me', { signal });
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: 5 * 60_000,
  // Another tab may have signed out, or signed somebody else in.
  refetchOnWindowFocus: 'always',
});

export const featuresQuery = queryOptions({
  queryKey: keys.features,
  queryFn: ({ signal }) => call<Features>('/sys/features', { signal }),
  // They change with the service's settings only, that is with its restart.
  staleTime: Infinity,
});

export type Credentials = { readonly userName: string; readonly password: string };

/** With `cookie` the service keeps the token in an HttpOnly cookie: no script can read it. */
export const signIn = (
  credentials: Credentials,
  { signal, proof }: { readonly signal: AbortSignal; readonly proof?: string },
): Promise<Session> =>
  call('/users/authenticate', {
    method: 'POST',
    json: { ...credentials, cookie: true },
    headers: proof === undefined ? {} : { 'sign-in-proof': proof },
    signal,
  });

export const signOut = (): Promise<void> => call('/users/logout', { method: 'POST' });

export const refreshSession = (): Promise<void> =>
  call('/users/authenticate/refresh', { method: 'POST', json: { cookie: true } });

export type PasswordChange = { readonly oldPassword: string; readonly newPassword: string };

export const changePassword = (change: PasswordChange): Promise<void> =>
  call('/users/changepwd', { method: 'POST', json: { ...change, cookie: true } });

export const storageQuery = queryOptions({
  queryKey: keys.storage,
  queryFn: ({ signal }) => call<Storage>('/users/storage', { signal }),
});

/** Ends every session of the person, this one as well; with `tokens` also the access tokens and links. */
export const signOutEverywhere = (tokens: boolean): Promise<void> =>
  call('/users/logout/everywhere', { method: 'POST', json: { tokens } });
