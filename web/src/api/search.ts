import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { inDataset, type DatasetRef } from './addresses.ts';
import { pollOf } from './entries.ts';
import { withoutTypes, type FilePart } from './file-part.ts';
import { callPage } from './http.ts';
import { keys } from './keys.ts';

/** Results that are asked for at once: some screens full. */
const PAGE = 200;

/** What is searched for, in a part of the files. */
export type Search = {
  readonly words: string;
  /** Names, or the texts of the properties: camera, layers, warnings. */
  readonly by: 'name' | 'text';
  readonly part: FilePart;
};

/** Names that hold the words; with `*` or `?` in them the words are a pattern of the whole name. */
export const globOf = (words: string): string => (words === '' || /[*?]/.test(words) ? words : `*${words}*`);

/** A part of the files, in the words of the service. */
const searchedPart = (part: FilePart) => ({
  ...withoutTypes(part),
  ...(part.types === undefined ? {} : { types: part.types.join(',') }),
});

/** Entries in the order of their paths, page after page. */
export const searchQuery = (ref: DatasetRef, { words, by, part }: Search) =>
  infiniteQueryOptions({
    queryKey: [...keys.search(ref, part.path ?? '', by, words, null), part],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      callPage('POST /orgs/{orgSlug}/ds/{dsSlug}/search', {
        path: inDataset(ref),
        body: {
          ...(by === 'name' ? { query: globOf(words) } : { text: words }),
          ...searchedPart(part),
          recursive: true,
          limit: PAGE,
          ...(pageParam === null ? {} : { after: pageParam }),
        },
        byLink: true,
        signal,
      }),
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => pollOf(ref, state.data?.pages.flatMap(({ items }) => items) ?? []),
    refetchIntervalInBackground: false,
  });

/** The first entries whose names hold the words, of one type or any. */
export const offeredEntriesQuery = (ref: DatasetRef, words: string, type: number | null) =>
  queryOptions({
    queryKey: [...keys.search(ref, '', 'name', words, type), 'offered'],
    queryFn: async ({ signal }) => {
      const { items } = await callPage('POST /orgs/{orgSlug}/ds/{dsSlug}/search', {
        path: inDataset(ref),
        body: { query: globOf(words), recursive: true, limit: PAGE, ...(type === null ? {} : { type }) },
        byLink: true,
        signal,
      });
      return items;
    },
    staleTime: 30_000,
  });
