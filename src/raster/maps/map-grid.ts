import { RasterError } from '../raster-error.ts';

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

/** @throws RasterError `out of range` for a grid without an area, or of too many pixels */
export function checkMapGrid({ box, width, height }: MapGrid): void {
  const [minX, minY, maxX, maxY] = box;
  const isSize = (side: number): boolean => Number.isSafeInteger(side) && side > 0;
  if (!isSize(width) || !isSize(height) || width * height > MAX_MAP_PIXELS) {
    throw new RasterError('out of range', `Pictures of 1 to ${MAX_MAP_PIXELS} pixels are drawn.`);
  }
  if (!(maxX > minX && maxY > minY && Number.isFinite(maxX - minX) && Number.isFinite(maxY - minY))) {
    throw new RasterError('out of range', 'The picture has no area on the ground.');
  }
}
