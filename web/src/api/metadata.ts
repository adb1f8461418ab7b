import { queryOptions } from '@tanstack/react-query';
import { inDataset, type DatasetRef } from './addresses.ts';
import { call } from './http.ts';
import { keys } from './keys.ts';

/** One value, or the list under a key that ends in "s". */
export type Metadata = { readonly key: string; readonly values: readonly unknown[] };

/** Keys of one entry that are read; a person reads no more of them in a panel. */
const MOST_KEYS = 50;

/** What people and programs have noted about an entry. */
export const metadataQuery = (ref: DatasetRef, path: string) =>
  queryOptions({
    queryKey: keys.metadata(ref, path),
    queryFn: async ({ signal }): Promise<readonly Metadata[]> => {
      const asked = { query: { path }, byLink: true, signal } as const;
      const all = await call('GET /orgs/{orgSlug}/ds/{dsSlug}/meta/list', { path: inDataset(ref), ...asked });
      const listed = all.filter((it) => it.path === path);
      return Promise.all(
        listed.slice(0, MOST_KEYS).map(async ({ key }) => {
          const found = await call('GET /orgs/{orgSlug}/ds/{dsSlug}/meta/get/{key}', {
            path: { ...inDataset(ref), key },
            ...asked,
          });
          return { key, values: [found].flat().map(({ data }) => data) };
        }),
      );
    },
  });

/** Sets a text of an entry. */
export const setEntryText = (ref: DatasetRef, path: string, key: string, text: string): Promise<unknown> =>
  call('POST /orgs/{orgSlug}/ds/{dsSlug}/meta/set', {
    path: inDataset(ref),
    body: { path, key, data: JSON.stringify(text) },
  });

/** Sets a text of the dataset itself; an empty one is taken away. */
export const setMetadataText = (ref: DatasetRef, key: string, text: string): Promise<unknown> =>
  text === ''
    ? call('POST /orgs/{orgSlug}/ds/{dsSlug}/meta/unset', { path: inDataset(ref), body: { key } })
    : call('POST /orgs/{orgSlug}/ds/{dsSlug}/meta/set', {
        path: inDataset(ref),
        body: { key, data: JSON.stringify(text) },
      });
