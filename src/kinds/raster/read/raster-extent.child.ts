import type * as Gdal from 'gdal-async';
import { gdal, openRaster } from '../../../geodata/geo-driver.child.ts';
import { crsOfWkt } from '../../../geodata/place/crs.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';
import { crsOfName } from '../../../geodata/crs-of-name.ts';
import type { RasterSource } from '../../../geodata/raster-source.ts';

/** West, south, east, north; or minX, minY, maxX, maxY. */
export type Box4 = readonly [number, number, number, number];

export interface RasterExtentRequest {
  readonly source: RasterSource;
  /** Authority and code of the CRS of the answer; null for that of the raster. */
  readonly crs: string | null;
  /** The part that is meant, in degrees of longitude and latitude; null for all of it. */
  readonly window: Box4 | null;
}

/** Where a part of a raster lies. */
export interface RasterExtent {
  /** Whole pixels that hold the part; null of a raster that is placed by control points. */
  readonly pixels: {
    readonly column: number;
    readonly row: number;
    readonly width: number;
    readonly height: number;
  } | null;
  /** In the CRS that was asked for. */
  readonly box: Box4;
  /** Side of a square there that is as large as a pixel in the middle of the part. */
  readonly resolution: number;
  /** Sides of a pixel there, along a row and down a column. */
  readonly sides: readonly [column: number, row: number];
}

/** Places a side at which a border and what it surrounds are looked at: between them it bends by less than a pixel. */
const LOOKS = 32;
/** Rounding must neither win nor lose a pixel: a thousandth of one. */
const SLACK = 1e-3;

/**
 * Where a raster, or a part of it, lies in a CRS.
 *
 * @throws OperationRefusal when the part lies outside, or the CRS cannot be reached from the raster's
 */
export default function rasterExtent({ source, crs, window }: RasterExtentRequest): RasterExtent {
  const dataset = openRaster(source.path, source.kind);
  try {
    const own = dataset.srs ?? crsOfWkt(source.place?.crs ?? '');
    const geotransform = dataset.geoTransform ?? source.place?.geotransform ?? null;
    const target = crs === null ? own : crsOfName(crs);
    if (crs !== null && target === null) throw new OperationRefusal(`There is no coordinate reference system ${crs}.`);
    if (own === null || geotransform === null) return extentOfControlPoints(dataset, target, window);
    return extentOfGrid(dataset.rasterSize, geotransform, own, target ?? own, window);
  } finally {
    dataset.close();
  }
}

type Position = readonly [x: number, y: number];
type Way = (x: number, y: number) => Position | null;

function extentOfGrid(
  size: { readonly x: number; readonly y: number },
  geotransform: readonly number[],
  own: Gdal.SpatialReference,
  target: Gdal.SpatialReference,
  window: Box4 | null,
): RasterExtent {
  const [x0 = 0, xColumn = 0, xRow = 0, y0 = 0, yColumn = 0, yRow = 0] = geotransform;
  const determinant = xColumn * yRow - xRow * yColumn;
  const toPixel: Way = (x, y) => [
    ((x - x0) * yRow - (y - y0) * xRow) / determinant,
    ((y - y0) * xColumn - (x - x0) * yColumn) / determinant,
  ];
  const toOwn: Way = (column, row) => [x0 + column * xColumn + row * xRow, y0 + column * yColumn + row * yRow];
  const whole = { column: 0, row: 0, width: size.x, height: size.y };
  const fromDegrees = (to: Gdal.SpatialReference): Way => wayBetween(gdal.SpatialReference.fromEPSG(4326), to);
  const pixels = window === null ? whole : pixelsIn(boxAround(window, chained(fromDegrees(own), toPixel)), size);
  const toTarget = chained(toOwn, wayBetween(own, target));
  const { column, row, width, height } = pixels;
  const box = boxAround([column, row, column + width, row + height], toTarget);
  const shown = window === null ? box : shared(box, boxAround(window, fromDegrees(target)));
  const [middle, right, below] = [
    [0, 0],
    [1, 0],
    [0, 1],
  ].map(([dx = 0, dy = 0]) => toTarget(column + width / 2 + dx, row + height / 2 + dy));
  if (!middle || !right || !below) throw unreachable();
  const sides = [right, below].map(([x, y]) => Math.hypot(x - middle[0], y - middle[1])) as [number, number];
  const area = (right[0] - middle[0]) * (below[1] - middle[1]) - (below[0] - middle[0]) * (right[1] - middle[1]);
  return { pixels, box: sound(shown), resolution: Math.sqrt(Math.abs(area)), sides };
}

function extentOfControlPoints(
  dataset: Gdal.Dataset,
  target: Gdal.SpatialReference | null,
  window: Box4 | null,
): RasterExtent {
  const wkt = dataset.getGCPProjection();
  const own = wkt ? gdal.SpatialReference.fromWKT(wkt) : null;
  if (own === null) throw new OperationRefusal('The raster has no coordinate reference system.');
  const to = target ?? own;
  const { geoTransform, rasterSize } = gdal.suggestedWarpOutput({ src: dataset, s_srs: own, t_srs: to });
  const [x = NaN, pixel = NaN, , y = NaN] = geoTransform ?? [];
  const box: Box4 = [x, y - pixel * rasterSize.y, x + pixel * rasterSize.x, y];
  const part = window && boxAround(window, wayBetween(gdal.SpatialReference.fromEPSG(4326), to));
  return {
    pixels: null,
    box: sound(part === null ? box : shared(box, part)),
    resolution: pixel,
    sides: [pixel, pixel],
  };
}

/** PROJ reports a position without an image in the other CRS by an error: here that is an answer. */
function wayBetween(from: Gdal.SpatialReference, to: Gdal.SpatialReference): Way {
  if (from.isSame(to)) return (x, y) => [x, y];
  const way = new gdal.CoordinateTransformation(from, to);
  return (x, y) => {
    try {
      const point = way.transformPoint(x, y);
      return Number.isFinite(point.x) && Number.isFinite(point.y) ? [point.x, point.y] : null;
    } catch {
      return null;
    }
  };
}

const chained =
  (first: Way, second: Way): Way =>
  (x, y) => {
    const between = first(x, y);
    return between && second(...between);
  };

/** The box around what becomes of a box. */
function boxAround([minX, minY, maxX, maxY]: Box4, way: Way): Box4 {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i <= LOOKS; i++) {
    for (let j = 0; j <= LOOKS; j++) {
      const place = way(minX + ((maxX - minX) * i) / LOOKS, minY + ((maxY - minY) * j) / LOOKS);
      if (place === null) continue;
      [left, right] = [Math.min(left, place[0]), Math.max(right, place[0])];
      [bottom, top] = [Math.min(bottom, place[1]), Math.max(top, place[1])];
    }
  }
  return [left, bottom, right, top];
}

function pixelsIn([left, top, right, bottom]: Box4, { x, y }: { readonly x: number; readonly y: number }) {
  const column = Math.max(0, Math.floor(left + SLACK));
  const row = Math.max(0, Math.floor(top + SLACK));
  const width = Math.min(x, Math.ceil(right - SLACK)) - column;
  const height = Math.min(y, Math.ceil(bottom - SLACK)) - row;
  if (!(width > 0 && height > 0)) throw outside();
  return { column, row, width, height };
}

const shared = (a: Box4, b: Box4): Box4 => [
  Math.max(a[0], b[0]),
  Math.max(a[1], b[1]),
  Math.min(a[2], b[2]),
  Math.min(a[3], b[3]),
];

function sound(box: Box4): Box4 {
  if (!box.every(Number.isFinite)) throw unreachable();
  if (box[0] >= box[2] || box[1] >= box[3]) throw outside();
  return box;
}

const outside = (): OperationRefusal => new OperationRefusal('The window lies outside of the raster.');
const unreachable = (): OperationRefusal =>
  new OperationRefusal('The raster does not lie where that coordinate reference system is defined.');
