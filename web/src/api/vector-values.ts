import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../../api/routes.ts';
import { inDataset, type DatasetRef } from './addresses.ts';
import { call } from './http.ts';
import { keys } from './keys.ts';

export type VectorValues = Answer<'GET /orgs/{orgSlug}/ds/{dsSlug}/vector/values'>;

/** What the values of an attribute of a vector file are. */
export const vectorValuesQuery = (ref: DatasetRef, path: string, version: string | null, property: string) =>
  queryOptions({
    queryKey: [...keys.entry(ref, path), 'values', version, property],
    queryFn: ({ signal }) =>
      call('GET /orgs/{orgSlug}/ds/{dsSlug}/vector/values', {
        path: inDataset(ref),
        query: { path, property },
        byLink: true,
        signal,
      }),
    enabled: property !== '',
    // A built file does not change.
    staleTime: Infinity,
  });
