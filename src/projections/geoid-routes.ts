import Type from 'typebox';
import { route, type Route } from '../http/index.ts';
import { geoidHeight } from './geoid.ts';

/** A day: the sea stays where it is. */
const KEPT = 'public, max-age=86400';

/** Route of the height of the sea, which tells nothing of any dataset. */
export const geoidRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/geoid',
    access: 'anonymous',
    tag: 'System',
    summary: 'Height of the sea above the ellipsoid',
    description:
      'The geoid EGM96 at a place, in metres above the ellipsoid of WGS 84, to some centimetres. A height above the ellipsoid is one above the sea plus this.',
    query: Type.Object({
      longitude: Type.Number({ minimum: -180, maximum: 180, description: 'Degrees' }),
      latitude: Type.Number({ minimum: -90, maximum: 90, description: 'Degrees' }),
    }),
    response: { 200: Type.Object({ height: Type.Number({ description: 'Metres' }) }) },
    async handle({ query: { longitude, latitude }, reply }) {
      reply.header('cache-control', KEPT);
      return { height: await geoidHeight(longitude, latitude) };
    },
  }),
];
