import type * as Gdal from 'gdal-async';
import { gdal, maskOf, openRaster } from '../../../geodata/geo-driver.child.ts';
import { crsOfWkt } from '../../../geodata/place/crs.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';
import { crsOfName } from '../../../geodata/crs-of-name.ts';
import type { RasterSource } from '../../../geodata/raster-source.ts';

export interface RasterValuesRequest {
  readonly source: RasterSource;
  /** Authority and code of the positions' CRS: `EPSG:4326`. */
  readonly crs: string;
  /** x (or longitude) and y, whatever the official order of the axes is. */
  readonly positions: readonly (readonly [x: number, y: number])[];
}

/** What a raster holds at one position. */
export interface PixelValues {
  /** From 0 in the upper left corner of the raster. */
  readonly column: number;
  readonly row: number;
  /** By band, as they are stored; null where nothing is. */
  readonly values: readonly (number | null)[];
}

/** Those of one request: a click on a map is one, a profile some dozens. */
const MAX_POSITIONS = 100;

/**
 * The values of all bands at some positions, in their order; null for a position outside of the raster, and for all of a
 * raster that has no geotransform (control points only).
 */
export default function rasterValues({ source, crs, positions }: RasterValuesRequest): (PixelValues | null)[] {
  if (positions.length > MAX_POSITIONS) {
    throw new OperationRefusal(`Values are read at ${MAX_POSITIONS} positions at most.`, 'too-large');
  }
  const asked = crsOfName(crs);
  if (asked === null) throw new OperationRefusal('There is no such coordinate reference system.');
  const dataset = openRaster(source.path, source.kind);
  try {
    const own = dataset.srs ?? crsOfWkt(source.place?.crs ?? '');
    const transform = dataset.geoTransform ?? source.place?.geotransform ?? null;
    if (own === null || transform === null) return positions.map(() => null);
    const way = new gdal.CoordinateTransformation(asked, own);
    const bands = dataset.bands.map((band) => band);
    const alpha = bands.find((band) => band.colorInterpretation === 'Alpha');
    return positions.map((position) => {
      const pixel = pixelAt(way, transform, position);
      const { x: width, y: height } = dataset.rasterSize;
      if (pixel === null || !isInside(pixel.column, width) || !isInside(pixel.row, height)) return null;
      return { ...pixel, values: bands.map((band) => valueOf(band, alpha, pixel)) };
    });
  } finally {
    dataset.close();
  }
}

interface Pixel {
  readonly column: number;
  readonly row: number;
}

const isInside = (index: number, count: number): boolean => index >= 0 && index < count;

/** Null where the position has no image in the raster's CRS. */
function pixelAt(
  way: Gdal.CoordinateTransformation,
  [x0 = 0, xColumn = 0, xRow = 0, y0 = 0, yColumn = 0, yRow = 0]: readonly number[],
  [x, y]: readonly [number, number],
): Pixel | null {
  let place: { readonly x: number; readonly y: number };
  try {
    place = way.transformPoint(x, y);
  } catch {
    // PROJ reports a position without an image in the other CRS by an error: here that is an answer.
    return null;
  }
  const [dx, dy] = [place.x - x0, place.y - y0];
  const area = xColumn * yRow - xRow * yColumn;
  const column = Math.floor((dx * yRow - dy * xRow) / area);
  const row = Math.floor((dy * xColumn - dx * yColumn) / area);
  return Number.isFinite(column) && Number.isFinite(row) ? { column, row } : null;
}

/** The alpha band hides the others, and is itself always there. */
function valueOf(band: Gdal.RasterBand, alpha: Gdal.RasterBand | undefined, { column, row }: Pixel): number | null {
  const read = (from: Gdal.RasterBand): number =>
    from.pixels.read(column, row, 1, 1, new Float64Array(1), { type: 'Float64' })[0]!;
  if (band !== alpha && read(alpha ?? maskOf(band)) === 0) return null;
  const value = read(band);
  return Number.isFinite(value) ? value : null;
}
