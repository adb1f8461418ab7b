import { queryOptions } from '@tanstack/react-query';
import { type DatasetRef, inDataset } from '../api/addresses.ts';
import type { Entry } from '../api/answers.ts';
import { call } from '../api/http.ts';
import { keys } from '../api/keys.ts';

/** Reads an entry with what was found out when it was built, which lists leave out. */
export const readBuiltEntry = (ref: DatasetRef, path: string, signal: AbortSignal): Promise<Entry> =>
  call('GET /orgs/{orgSlug}/ds/{dsSlug}/obj', { path: inDataset(ref), query: { path }, byLink: true, signal });

/** As `readBuiltEntry`. A new content is another question. */
export const builtEntryQuery = (ref: DatasetRef, { path, hash }: Entry) =>
  queryOptions({
    queryKey: [...keys.entry(ref, path), 'built', hash],
    queryFn: ({ signal }) => readBuiltEntry(ref, path, signal),
  });
