import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../../api/routes.ts';
import { datasetAddress, type DatasetRef, inDataset, withLink } from './addresses.ts';
import { call } from './http.ts';
import { keys } from './keys.ts';

/** Where a video was taken, moment by moment. The geometry of one that does not know it is null. */
export type VideoTrack = Answer<'GET /orgs/{orgSlug}/ds/{dsSlug}/videos/track'>;

/** GeoJSON of a track, as the map asks for it. */
export const trackAddress = (ref: DatasetRef, path: string): string =>
  `${window.location.origin}${withLink(`${datasetAddress(ref)}/videos/track?path=${encodeURIComponent(path)}`)}`;

export const trackQuery = (ref: DatasetRef, path: string) =>
  queryOptions({
    queryKey: [...keys.entries(ref), 'track', path],
    queryFn: ({ signal }) =>
      call('GET /orgs/{orgSlug}/ds/{dsSlug}/videos/track', {
        path: inDataset(ref),
        query: { path },
        byLink: true,
        signal,
      }),
  });
