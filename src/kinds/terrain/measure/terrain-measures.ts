import type { DatasetRef } from '../../../datasets/index.ts';
import type { Engine } from '../../../engine/index.ts';
import { fail } from '../../../errors/index.ts';
import type { AskedRasters } from '../../raster/index.ts';
import type { Degrees } from './line-samples.ts';
import { measureProfile, measureVolume } from './operations.ts';
import type { ProfileAnswer } from './profile.child.ts';
import type { VolumeAnswer, VolumeRequest } from './volume.child.ts';

/** Measures rasters of heights at once, while the caller waits. Every call throws `ServiceError`. */
export interface TerrainMeasures {
  profile(dataset: DatasetRef, asked: AskedProfile, signal: AbortSignal): Promise<MeasuredProfile>;
  volume(dataset: DatasetRef, asked: AskedVolume, signal: AbortSignal): Promise<VolumeAnswer>;
}

export interface AskedProfile {
  readonly path: string;
  readonly line: { readonly coordinates: readonly (readonly number[])[] };
  readonly samples: number;
  readonly band: number;
}

export interface AskedVolume extends Pick<VolumeRequest, 'polygon' | 'base'> {
  readonly path: string;
}

export interface MeasuredProfile extends ProfileAnswer {
  readonly band: number;
  readonly min: number | null;
  readonly max: number | null;
}

/** Corners of what somebody draws on a map. */
const MOST_POSITIONS = 1000;
/** Some seconds for 4 Mi cells of a file that is read slowly. */
const TIMEOUT_MS = 30_000;

export function createTerrainMeasures({
  rasters,
  engine,
}: {
  readonly rasters: AskedRasters;
  readonly engine: Engine;
}): TerrainMeasures {
  const options = (signal: AbortSignal) => ({ signal, timeoutMs: TIMEOUT_MS });
  return {
    async profile(dataset, { path, line, samples, band }, signal) {
      requireShape(line.coordinates, 'line');
      const { withSource } = await rasters.find(dataset, path);
      const request = { band, samples, line: line.coordinates as readonly Degrees[] };
      const answer = await withSource((source) => engine.call(measureProfile, { ...request, source }, options(signal)));
      const known = answer.values.filter((value) => value !== null);
      const ends = known.length === 0 ? { min: null, max: null } : { min: Math.min(...known), max: Math.max(...known) };
      return { ...answer, band, ...ends };
    },
    async volume(dataset, { path, polygon, base }, signal) {
      requireShape(polygon.coordinates.flat(), 'polygon');
      const { built, withSource } = await rasters.find(dataset, path);
      const request = { cog: built.path, polygon, base };
      return withSource((source) => engine.call(measureVolume, { ...request, source }, options(signal)));
    },
  };
}

/** @throws ServiceError for more positions than are measured at once, or one beyond the poles */
function requireShape(positions: readonly (readonly number[])[], what: string): void {
  if (positions.length > MOST_POSITIONS)
    throw fail(
      'too-large',
      `The ${what} has ${positions.length} positions; at most ${MOST_POSITIONS} are measured at once.`,
    );
  if (positions.some(([, latitude = NaN]) => !(Math.abs(latitude) <= 90)))
    throw fail('invalid-input', `A position of the ${what} lies beyond the poles: longitude comes first.`);
}
