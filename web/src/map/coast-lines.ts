import { queryOptions } from '@tanstack/react-query';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import worldUrl from 'world-atlas/countries-50m.json?url';
import { ApiError, UNREACHABLE } from '../api/api-error.ts';
import { acrossAntimeridian } from './across-antimeridian.ts';

type World = Topology<{ readonly countries: GeometryCollection; readonly land: GeometryCollection }>;

/** Land and borders of Natural Earth at 1:50,000,000, a file of the application. The map does without while it is missing. */
export const coastLinesQuery = queryOptions({
  queryKey: ['coast-lines'],
  queryFn: async ({ signal }) => {
    const answer = await fetch(worldUrl, { signal });
    if (!answer.ok) throw new ApiError(0, UNREACHABLE);
    const world = (await answer.json()) as World;
    return {
      land: acrossAntimeridian(feature(world, world.objects.land)),
      borders: mesh(world, world.objects.countries, (a, b) => a !== b),
    };
  },
  staleTime: Infinity,
});
