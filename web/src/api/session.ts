import { queryOptions } from '@tanstack/react-query';
import type { Answer, BodyOf } from '../../../api/routes.ts';
import type { Features } from './answers.ts';
import { ApiError } from './api-error.ts';
import { call } from './http.ts';
import { keys } from './keys.ts';

/** The signed-in person. */
export type Session = Answer<'GET /users/me'>;

export type PasswordPolicy = NonNullable<Features['passwordPolicy']>;

/** Tiles that the map may lie on. */
export type Background = Features['map']['backgrounds'][number];

/** What is drawn of a background. */
export type Basemap = Pick<Background, 'url' | 'attribution'>;

/** Bytes; `total` is null when there is no limit. */
export type Storage = Answer<'GET /users/storage'>;

/** The signed-in person, or null for a visitor. Never fails with 401. */
export const sessionQuery = queryOptions({
  queryKey: keys.session,
  queryFn: async ({ signal }): Promise<Session | null> => {
    try {
      return await call('GET /users/me', { signal });
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
  queryFn: ({ signal }) => call('GET /sys/features', { signal }),
  // They change with the service's settings only, that is with its restart.
  staleTime: Infinity,
});

/** @param language null: that of the browser */
export const setLanguage = (language: BodyOf<'PUT /users/me/language'>['language']) =>
  call('PUT /users/me/language', { body: { language } });

export const signOut = () => call('POST /users/logout', {});

export const refreshSession = () => call('POST /users/authenticate/refresh', { body: { cookie: true } });

export type PasswordChange = Pick<BodyOf<'POST /users/changepwd'>, 'oldPassword' | 'newPassword'>;

export const changePassword = (change: PasswordChange) =>
  call('POST /users/changepwd', { body: { ...change, cookie: true } });

export const storageQuery = queryOptions({
  queryKey: keys.storage,
  queryFn: ({ signal }) => call('GET /users/storage', { signal }),
});

/** Ends every session of the person, this one as well; with `tokens` also the access tokens and links. */
export const signOutEverywhere = (tokens: boolean) => call('POST /users/logout/everywhere', { body: { tokens } });
