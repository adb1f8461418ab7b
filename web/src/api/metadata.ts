import { queryOptions } from '@tanstack/react-query';
import { datasetAddress, withLink } from './addresses.ts';
import { call } from './http.ts';
import { keys } from './keys.ts';
import type { DatasetRef } from './types.ts';

/** One value, or the list under a key that ends in "s". */
export type Metadata = { readonly key: string; readonly values: readonly unknown[] };

type Listed = { readonly key: string; readonly path: string; readonly count: number };
type Stored = { readonly id: string; readonly data: unknown };

/** Keys of one entry that are read; a person reads no more of them in a panel. */
const MOST_KEYS = 50;

/** What people and programs have noted about an entry. */
export const metadataQuery = (ref: DatasetRef, path: string) =>
  queryOptions({
    queryKey: keys.metadata(ref, path),
    queryFn: async ({ signal }): Promise<readonly Metadata[]> => {
      const where = `?path=${encodeURIComponent(path)}`;
      const read = <T>(route: string): Promise<T> =>
        call<T>(withLink(`${datasetAddress(ref)}/meta/${route}${where}`), { signal });
      const listed = (await read<readonly Listed[]>('list')).filter((it) => it.path === path);
      return Promise.all(
        listed.slice(0, MOST_KEYS).map(async ({ key }) => {
          const found = await read<Stored | readonly Stored[]>(`get/${encodeURIComponent(key)}`);
          return { key, values: [found].flat().map(({ data }) => data) };
        }),
      );
    },
  });

/** Sets a text of the dataset itself; an empty one is taken away. */
export const setMetadataText = (ref: DatasetRef, key: string, text: string): Promise<unknown> =>
  text === ''
    ? call(`${datasetAddress(ref)}/meta/unset`, { method: 'POST', json: { key } })
    : call(`${datasetAddress(ref)}/meta/set`, { method: 'POST', json: { key, data: JSON.stringify(text) } });
