/** A picture's pixels on the ground. */
export interface MapGrid {
  /** Canonical code of a coordinate reference system: `EPSG:25832`. */
  readonly crs: string;
  /** Outer edges of the outer pixels in units of the CRS, x (or longitude) first whatever the official order is. */
  readonly box: readonly [minX: number, minY: number, maxX: number, maxY: number];
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/** Pixels of the largest picture that is drawn: 64 MiB of colours. */
export const MAX_MAP_PIXELS = 4096 * 4096;

/** Whether positions of a CRS are longitude and latitude. */
export const isInDegrees = (crs: string): boolean => crs === 'EPSG:4326' || crs === 'OGC:CRS84';
