import type { GeoBounds } from '../geometry.ts';

/** A picture's pixels on the ground. */
export interface MapGrid {
  /** Canonical code of a coordinate reference system: `EPSG:25832`. */
  readonly crs: string;
  /** Outer edges of the outer pixels in units of the CRS, x (or longitude) first whatever the official order is. */
  readonly box: GeoBounds;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}
