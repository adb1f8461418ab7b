import { queryOptions } from '@tanstack/react-query';
import { type DatasetRef, inDataset } from '../../api/addresses.ts';
import type { Entry } from '../../api/answers.ts';
import { folderQuery } from '../../api/entries.ts';
import { callPage } from '../../api/http.ts';
import { keys } from '../../api/keys.ts';

/** Most entries that the service lists at once. */
const MOST_AT_ONCE = 10_000;

/** Entries that are asked for before one dialog, of all its folders together. */
const MOST_BESIDE = 40_000;

/** What is in a folder; not whole where there is more than a dialog asks for. */
export type Beside = { readonly entries: readonly Entry[]; readonly isWhole: boolean };

/** The entries of one of the folders that a dialog looks into, by one request. A list that the page has is used when it is too long for that. */
export const besideQuery = (ref: DatasetRef, path: string, folders: number) => {
  const limit = Math.min(MOST_AT_ONCE, Math.floor(MOST_BESIDE / folders));
  return queryOptions({
    queryKey: [...keys.folder(ref, path), 'beside', limit] as const,
    queryFn: async ({ signal, client }): Promise<Beside> => {
      const { items, next } = await callPage('GET /orgs/{orgSlug}/ds/{dsSlug}/list', {
        path: inDataset(ref),
        query: { path, limit },
        byLink: true,
        signal,
      });
      if (next === null) return { entries: items, isWhole: true };
      const shown = client.getQueryData(folderQuery(ref, path).queryKey);
      return shown?.state === 'complete'
        ? { entries: shown.entries, isWhole: true }
        : { entries: items, isWhole: false };
    },
    staleTime: 30_000,
  });
};
