import Type from 'typebox';
import { datasetParams, linkNextPage, route, type Route } from '../../http/index.ts';
import { shown } from '../entries/entry-path.ts';
import { pageFields, pathField, readType, typeField } from './fields.ts';
import { listMarks } from './marks.ts';
import { partFields, partOf } from './search-input.ts';
import type { ObjectDependencies } from './context.ts';

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()]);

/** One value for each entry, in the order of the paths. */
const MarksBody = Type.Object({
  paths: Type.Array(Type.String()),
  versions: Type.Array(Type.String(), { description: 'Beginning of the SHA-256 of the bytes' }),
  positions: Type.Array(Type.Array(Type.Number()), { description: 'Longitude, latitude and height (WGS84)' }),
  times: Type.Array(nullable(Type.Number()), { description: 'Capture times, milliseconds since 1970' }),
  yaws: Type.Array(nullable(Type.Number()), {
    description: 'Where the camera looked, degrees clockwise from north; null where the file does not say',
  }),
  pitches: Type.Array(nullable(Type.Number()), {
    description:
      'Degrees above the horizon that the camera looked, -90 straight down; null where the file does not say',
  }),
  rolls: Type.Array(nullable(Type.Number()), {
    description: 'Degrees clockwise that the camera was turned about its direction; null where the file does not say',
  }),
  altitudeReferences: Type.Array(nullable(Type.Enum(['sea', 'ellipsoid'])), {
    description: 'What the height of the position is counted from; null where the file does not say',
  }),
  views: Type.Array(nullable(Type.Array(Type.Number())), {
    description: 'Width and height of the picture at a distance of 1 from the lens; null where the file does not say',
  }),
  footprints: Type.Array(nullable(Type.Array(Type.Number())), {
    description: 'Corners of the ground in the picture: longitude and latitude in turn; null where that is unknown',
  }),
});

/** Route of the places of photos and videos. */
export const markRoutes = (dependencies: Pick<ObjectDependencies, 'db'>): Route[] => [
  route({
    method: 'GET',
    path: '/orgs/:orgSlug/ds/:dsSlug/places',
    access: 'dataset:read',
    shows: ({ query }) => shown(query.path),
    tag: 'Objects',
    summary: 'Places of photos and videos, as columns',
    description:
      'Entries with a point, sorted by the bytes of their paths: what a map draws, a fraction of the bytes of a search. All ' +
      'conditions must hold. A page ' +
      'has 10,000 entries unless `limit` says fewer; the header `Link` with `rel="next"` is the address of the next page.',
    params: datasetParams,
    query: Type.Object({ path: Type.Optional(pathField), type: typeField, ...partFields, ...pageFields }),
    response: { 200: MarksBody },
    handle: async ({ dataset, query, request, reply }) => {
      const { path, type, after, limit } = query;
      const filter = { path, type: readType(type), ...partOf(query) };
      const { next, ...marks } = await listMarks(dependencies, dataset(), filter, { after, limit });
      if (next !== undefined) linkNextPage(request, reply, next);
      return marks;
    },
  }),
];
