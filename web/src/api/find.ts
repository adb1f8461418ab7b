import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../../api/routes.ts';
import { inDataset, type DatasetRef } from './addresses.ts';
import { callPage } from './http.ts';
import { keys } from './keys.ts';

/** What the search over everything finds. */
export type Found = Answer<'GET /search'>[number];

/** Results of a kind that are shown at first, and that are added at a time. */
const PAGE = 6;

/** Things of a kind that the words fit, or that lie where they say, of all that the person may read. */
export const findQuery = (words: string, kind: Found['kind']) =>
  infiniteQueryOptions({
    queryKey: keys.find(words, kind),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      callPage('GET /search', {
        query: { q: words, kind, limit: PAGE, ...(pageParam === undefined ? {} : { after: pageParam }) },
        byLink: true,
        signal,
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: words !== '',
  });

/** The first files of a dataset whose names hold the words. @param ref null: no dataset is open */
export const findHereQuery = (ref: DatasetRef | null, words: string) =>
  queryOptions({
    queryKey: [...keys.search(ref ?? { org: '', ds: '' }, '', 'name', words, null), 'here'],
    queryFn: async ({ signal }) => {
      if (ref === null) return [];
      const { items } = await callPage('POST /orgs/{orgSlug}/ds/{dsSlug}/search', {
        path: inDataset(ref),
        body: { query: `*${words}*`, recursive: true, limit: PAGE },
        signal,
      });
      return items;
    },
    // What no name holds, and patterns, are no words of a name.
    enabled: ref !== null && words !== '' && !/[/\\*?]/.test(words),
  });
