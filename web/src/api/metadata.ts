import { queryOptions } from '@tanstack/react-query';
import { inDataset, pathOfLink, type DatasetRef } from './addresses.ts';
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

/** Sets a value of an entry. */
export const setEntryValue = (ref: DatasetRef, path: string, key: string, value: object): Promise<unknown> =>
  call('POST /orgs/{orgSlug}/ds/{dsSlug}/meta/set', {
    path: inDataset(ref),
    body: { path, key, data: JSON.stringify(value) },
  });

/** Entries whose values are read together. */
const MOST_ENTRIES = 50;

/** Values of one key of entries, by their paths; those without one are left out. Only the first entries are asked for. */
export async function entryValues(
  ref: DatasetRef,
  key: string,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, unknown>> {
  const asked = { byLink: true, signal } as const;
  const path = inDataset(ref);
  const wanted = paths.slice(0, MOST_ENTRIES);
  const list = (of?: string) =>
    call('GET /orgs/{orgSlug}/ds/{dsSlug}/meta/list', { path, query: { path: of }, ...asked });
  // A link to a part of a dataset lists nothing of the whole.
  const isPart = (pathOfLink() ?? '') !== '';
  const lists = await Promise.all(isPart ? wanted.map((of) => list(of)) : [list()]);
  const having = lists.flat().filter((it) => it.key === key && wanted.includes(it.path));
  const found = await Promise.all(
    having.map(async (it) => {
      const value = await call('GET /orgs/{orgSlug}/ds/{dsSlug}/meta/get/{key}', {
        path: { ...path, key },
        query: { path: it.path },
        ...asked,
      });
      return [it.path, [value].flat()[0]?.data] as const;
    }),
  );
  return new Map(found);
}

/** Sets a text of the dataset itself; an empty one is taken away. */
export const setMetadataText = (ref: DatasetRef, key: string, text: string): Promise<unknown> =>
  text === ''
    ? call('POST /orgs/{orgSlug}/ds/{dsSlug}/meta/unset', { path: inDataset(ref), body: { key } })
    : call('POST /orgs/{orgSlug}/ds/{dsSlug}/meta/set', {
        path: inDataset(ref),
        body: { key, data: JSON.stringify(text) },
      });
