import type { GeoBounds } from '../../../geodata/geometry.ts';
import type { Filter } from './filter.ts';

/** What features of a layer are asked for. */
export interface FeatureQuery {
  /** One of the layers of the file. */
  readonly table: string;
  /** Longitude and latitude; west may be greater than east, over the antimeridian. */
  readonly box?: GeoBounds | undefined;
  /** Whether the geometry itself must meet the box; else its own box does. */
  readonly isExact?: boolean | undefined;
  readonly filter?: Filter | undefined;
  readonly ids?: readonly number[] | undefined;
  /** The id is the last key, always: the order never changes between pages. */
  readonly sort?: readonly SortKey[] | undefined;
  /** Matching features that are left out before the first one. */
  readonly offset?: number | undefined;
  /** How many at most. */
  readonly limit: number;
}

export interface SortKey {
  readonly name: string;
  readonly isDescending: boolean;
}

/** What of the features is wanted. */
export interface FeatureSelection {
  /** Attributes; all without it. */
  readonly columns?: readonly string[] | undefined;
  /** CRS of the positions, x first; longitude and latitude without it. Positions that have no image there are NaN. */
  readonly crs?: string | undefined;
}
