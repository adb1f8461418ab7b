import type { Box3 } from '../../../geodata/place/box.ts';
import type { SpatialPlace } from '../../../geodata/place/place.ts';

/** What a point cloud says of itself. All texts are plain, all numbers finite. */
export interface PointCloudFacts {
  readonly pointCount: number;
  /** Whether the count (and the bounds) were taken from a part of the file. */
  readonly estimated: boolean;
  /** Names of what is known of every point. */
  readonly dimensions: readonly string[];
  /** In the units of the file; null when not known or not sound. */
  readonly bounds: Box3 | null;
  /** CRS as WKT; null when there is none. */
  readonly projection: string | null;
  readonly place: SpatialPlace | null;
  /** Facts that only some formats have, by the names of the API. */
  readonly details: Readonly<Record<string, string | number | boolean>>;
  /** What is wrong with the file, in whole sentences. */
  readonly problems: readonly string[];
}

/** The largest count that is taken at its word: a thousand times the largest clouds there are. */
export const MAX_POINTS = 1e15;
