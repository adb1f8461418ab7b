import { rmSync } from 'node:fs';
import type * as Gdal from 'gdal-async';
import { gdal } from '../geo-driver.child.ts';
import { toPixel, toPlane } from './affine.ts';
import { type Heights, openHeights } from './heights.ts';
import { stripsOf } from './strips.ts';
import { OperationRefusal } from '../../engine/for-children.ts';

/** Part of a grid, in its pixels. */
export interface GridWindow {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Heights of another raster on the part of a grid that both cover. */
export interface Aligned {
  readonly window: GridWindow;
  /** Heights at the window's pixels, in units of the other file. */
  readonly heights: Heights;
}

/** Sides are looked at so often to find where a raster lies in another plane, in which they bend. */
const LOOKS_A_SIDE = 64;
/** Pixels that bilinear interpolation and rounding may need beyond a border. */
const MARGIN = 2;
/** MB of pixels that the library works on at once. */
const WARP_MEMORY_MB = 128;
/** Share of the work until the copy is there. */
const COPYING = 0.3;

/**
 * Puts a raster on the grid of another one, by bilinear interpolation without approximation; where it is finer, what lies below a
 * pixel is averaged. Heights keep their vertical datum.
 *
 * @param path of a file that is made
 * @throws OperationRefusal where they have no place in common, or the grid is rotated
 */
export async function alignHeights(
  grid: Heights,
  other: Heights,
  path: string,
  progress: (share: number) => void,
): Promise<Aligned> {
  const [x0, xColumn, xRow, y0, yColumn, yRow] = grid.affine;
  // What is put on a grid is written north up and from the left: rows and columns are to be those.
  if (xRow !== 0 || yColumn !== 0 || xColumn < 0)
    throw new OperationRefusal(
      'The grid of the first terrain is rotated. Make it north up first: export its values with a coordinate reference system.',
    );
  const window = windowIn(grid, other, 0);
  const copy = `${path}.copy`;
  writeCopy(other, windowIn(other, grid, MARGIN), copy, (share) => progress(share * COPYING));
  const source = gdal.open(copy, 'r', ['GTiff']);
  const [left, top] = [x0 + window.left * xColumn, y0 + window.top * yRow];
  const [right, bottom] = [left + window.width * xColumn, top + window.height * yRow];
  const extent = [Math.min(left, right), Math.min(top, bottom), Math.max(left, right), Math.max(top, bottom)];
  const options = [
    '-t_srs',
    grid.crs.toWKT(),
    '-te',
    ...extent.map(String),
    '-ts',
    `${window.width}`,
    `${window.height}`,
    '-r',
    'bilinear',
    '-et',
    '0',
    '-novshift',
    '-dstnodata',
    'nan',
    '-wm',
    `${WARP_MEMORY_MB}`,
    '-of',
    'GTiff',
    '-co',
    'TILED=YES',
    '-co',
    'BIGTIFF=IF_SAFER',
  ];
  const aligned = await gdal.warpAsync(path, null as unknown as Gdal.Dataset, [source], options, {
    progress_cb: (share: number) => progress(COPYING + share * (1 - COPYING)),
  });
  aligned.close();
  source.close();
  rmSync(copy);
  const heights = openHeights({ source: { path, kind: 'tiff' }, band: 1, heightUnit: null });
  return { window, heights: { ...heights, unit: other.unit } };
}

/** The part of a grid that another raster covers. */
function windowIn(grid: Heights, other: Heights, margin: number): GridWindow {
  const way = new gdal.CoordinateTransformation(other.crs, grid.crs);
  const pixels = outlineOf(other).map(([x, y]) => {
    try {
      const place = way.transformPoint(x, y);
      return toPixel(grid.affine, place.x, place.y);
    } catch {
      // PROJ reports a position without an image in the other CRS by an error: then all of the grid is looked at.
      return null;
    }
  });
  const known = pixels.filter((pixel) => pixel !== null);
  const isWhole = known.length < pixels.length;
  const columns = isWhole ? [0, grid.width] : known.map(([column]) => column);
  const rows = isWhole ? [0, grid.height] : known.map(([, row]) => row);
  // A pixel that is covered by less than a millionth of its side is not.
  const left = Math.max(0, Math.floor(Math.min(...columns) + 1e-6) - margin);
  const top = Math.max(0, Math.floor(Math.min(...rows) + 1e-6) - margin);
  const width = Math.min(grid.width, Math.ceil(Math.max(...columns) - 1e-6) + margin) - left;
  const height = Math.min(grid.height, Math.ceil(Math.max(...rows) - 1e-6) + margin) - top;
  if (width <= 0 || height <= 0) throw new OperationRefusal('The two terrains have no place in common.');
  return { left, top, width, height };
}

function outlineOf({ affine, width, height }: Heights): (readonly [number, number])[] {
  return Array.from({ length: LOOKS_A_SIDE + 1 }, (_, step) => step / LOOKS_A_SIDE).flatMap((share) => [
    toPlane(affine, share * width, 0),
    toPlane(affine, share * width, height),
    toPlane(affine, 0, share * height),
    toPlane(affine, width, share * height),
  ]);
}

/** Heights as other programs read them: one band, gaps as NaN. */
function writeCopy(
  heights: Heights,
  { left, top, width, height }: GridWindow,
  path: string,
  progress: (share: number) => void,
): void {
  const dataset = gdal.open(path, 'w', 'GTiff', width, height, 1, 'Float32', ['TILED=YES', 'BIGTIFF=IF_SAFER']);
  dataset.srs = heights.crs;
  const [x, y] = toPlane(heights.affine, left, top);
  dataset.geoTransform = [x, heights.affine[1], heights.affine[2], y, heights.affine[4], heights.affine[5]];
  const band = dataset.bands.get(1);
  band.noDataValue = NaN;
  for (const strip of stripsOf(width, height, heights.blockRows)) {
    const values = heights.read(left, top + strip.top, width, strip.rows);
    band.pixels.write(0, strip.top, width, strip.rows, Float32Array.from(values));
    progress((strip.top + strip.rows) / height);
  }
  dataset.close();
}
