import { queryOptions } from '@tanstack/react-query';
import type { Answer, BodyOf } from '../../../api/routes.ts';
import { inDataset, type DatasetRef } from './addresses.ts';
import { call } from './http.ts';
import { keys } from './keys.ts';

/** A personal access token or a share link, without its secret. */
export type AccessToken = Answer<'GET /users/tokens'>[number];

/** The answer that shows the secret, once. `url` is there for a link only. */
export type CreatedToken = Answer<'POST /users/tokens'>;

/** `expiresInDays` 0: no end. */
export type NewToken = BodyOf<'POST /users/tokens'>;

export type LinkChange = BodyOf<'PATCH /orgs/{orgSlug}/ds/{dsSlug}/links/{id}'>;

export type NewLink = BodyOf<'POST /orgs/{orgSlug}/ds/{dsSlug}/links'>;

/** The person's own tokens and links. */
export const tokensQuery = queryOptions({
  queryKey: keys.tokens,
  queryFn: ({ signal }) => call('GET /users/tokens', { signal }),
});

export const createToken = (body: NewToken) => call('POST /users/tokens', { body });

export const revokeToken = (id: string) => call('DELETE /users/tokens/{id}', { path: { id } });

/** Links that let anybody who has them read the dataset. */
export const linksQuery = (ref: DatasetRef) =>
  queryOptions({
    queryKey: keys.links(ref),
    queryFn: ({ signal }) => call('GET /orgs/{orgSlug}/ds/{dsSlug}/links', { path: inDataset(ref), signal }),
  });

export const createLink = (ref: DatasetRef, body: NewLink) =>
  call('POST /orgs/{orgSlug}/ds/{dsSlug}/links', { path: inDataset(ref), body });

export const changeLink = (ref: DatasetRef, id: string, body: LinkChange) =>
  call('PATCH /orgs/{orgSlug}/ds/{dsSlug}/links/{id}', { path: { ...inDataset(ref), id }, body });

/** Opens a link for its page: what it shows. With the right password the browser may read by it from then on. */
export const openLink = (ref: DatasetRef, token: string, password?: string, signal?: AbortSignal) =>
  call('POST /orgs/{orgSlug}/ds/{dsSlug}/links/open', { path: inDataset(ref), body: { token, password }, signal });

/** What the link shows that the page was opened with. */
export const openedLinkQuery = (ref: DatasetRef, token: string) =>
  queryOptions({
    queryKey: keys.openedLink(ref, token),
    queryFn: ({ signal }) => openLink(ref, token, undefined, signal),
  });

export const revokeLink = (ref: DatasetRef, id: string) =>
  call('DELETE /orgs/{orgSlug}/ds/{dsSlug}/links/{id}', { path: { ...inDataset(ref), id } });
