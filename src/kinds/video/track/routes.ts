import Type from 'typebox';
import { shown } from '../../../datasets/index.ts';
import { datasetParams, route, type Route } from '../../../http/index.ts';
import { MOST_POINTS } from './track-points.ts';
import type { VideoTracks } from './video-tracks.ts';

const Track = Type.Object({
  type: Type.Literal('Feature'),
  geometry: Type.Union([
    Type.Object({
      type: Type.Literal('LineString'),
      coordinates: Type.Array(Type.Array(Type.Number()), {
        maxItems: MOST_POINTS,
        description: 'Longitude, latitude and, where it is known, altitude in metres',
      }),
    }),
    Type.Null(),
  ]),
  properties: Type.Object({
    path: Type.String({ description: 'Path of the video' }),
    seconds: Type.Array(Type.Number(), {
      maxItems: MOST_POINTS,
      description: 'For each of the places the second of the video at which the camera was there',
    }),
  }),
});

/** Routes of videos. */
export function videoRoutes(tracks: VideoTracks): Route[] {
  return [
    route({
      method: 'GET',
      access: 'dataset:read',
      challenge: 'Basic',
      tag: 'Maps',
      params: datasetParams,
      path: '/orgs/:orgSlug/ds/:dsSlug/videos/track',
      shows: ({ query }) => shown(query.path),
      summary: 'Where a video was taken, moment by moment',
      description:
        'A line of GeoJSON with times, from the subtitles (`.SRT`) of the same name that drones write beside a video, else from the telemetry of a GoPro. The geometry of a video that has neither is null. A link to a video alone does not tell its subtitles.',
      query: Type.Object({ path: Type.String({ maxLength: 8192, description: 'Path of the video in the dataset' }) }),
      response: { 200: Track },
      handle: ({ caller, dataset, query, signal }) =>
        tracks.find(dataset(), query.path, caller?.scope?.path ?? '', signal),
    }),
  ];
}
