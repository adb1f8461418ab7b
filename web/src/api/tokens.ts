import { queryOptions } from '@tanstack/react-query';
import { datasetAddress } from './addresses.ts';
import { call } from './http.ts';
import { keys } from './keys.ts';
import type { AccessToken, CreatedToken, DatasetRef, NewLink, NewToken } from './types.ts';

/** The person's own tokens and links. */
export const tokensQuery = queryOptions({
  queryKey: keys.tokens,
  queryFn: ({ signal }) => call<readonly AccessToken[]>('/users/tokens', { signal }),
});

export const createToken = (token: NewToken): Promise<CreatedToken> =>
  call('/users/tokens', { method: 'POST', json: token });

export const revokeToken = (id: string): Promise<void> =>
  call(`/users/tokens/${encodeURIComponent(id)}`, { method: 'DELETE' });

const linksAddress = (ref: DatasetRef): string => `${datasetAddress(ref)}/links`;

/** Links that let anybody who has them read the dataset. */
export const linksQuery = (ref: DatasetRef) =>
  queryOptions({
    queryKey: keys.links(ref),
    queryFn: ({ signal }) => call<readonly AccessToken[]>(linksAddress(ref), { signal }),
  });

export const createLink = (ref: DatasetRef, link: NewLink): Promise<CreatedToken> =>
  call(linksAddress(ref), { method: 'POST', json: link });

export const revokeLink = (ref: DatasetRef, id: string): Promise<void> =>
  call(`${linksAddress(ref)}/${encodeURIComponent(id)}`, { method: 'DELETE' });
