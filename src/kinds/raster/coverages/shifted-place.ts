import type { PixelWindow } from './coverage-order.ts';
import type { RasterPlace } from '../../../geodata/raster-source.ts';

/** GDAL's six numbers of a part of a raster. */
export function shiftedTransform(
  geotransform: readonly number[],
  { column, row }: Pick<PixelWindow, 'column' | 'row'>,
): readonly number[] {
  const [x = 0, xColumn = 0, xRow = 0, y = 0, yColumn = 0, yRow = 0] = geotransform;
  return [x + column * xColumn + row * xRow, xColumn, xRow, y + column * yColumn + row * yRow, yColumn, yRow];
}

/** The place of a part of a raster. */
export const shiftedPlace = (place: RasterPlace, window: PixelWindow): RasterPlace => ({
  ...place,
  geotransform: place.geotransform === null ? null : shiftedTransform(place.geotransform, window),
});
