import type * as Gdal from 'gdal-async';
import { gdal } from './geo-driver.child.ts';
import { bentOutline } from './outline.ts';
import { HALF_WORLD, MAX_LATITUDE, mercatorX, mercatorY } from './web-mercator.ts';

export type Position = readonly [longitude: number, latitude: number];

/** Where a raster lies on Earth. Longitudes are continuous around the centre: beyond ±180 across the antimeridian. */
export interface Placement {
  /** Outer corners of the image: upper left, upper right, lower right, lower left (of its own rows and columns). */
  readonly corners: readonly [Position, Position, Position, Position];
  /** Closed, from the upper left corner on, with the bends of its sides: within half a pixel of them. */
  readonly outline: readonly Position[];
  readonly centre: Position;
  /** Extent and finest pixel size in metres of EPSG:3857; null when all of it lies beyond the limits of Web Mercator. */
  readonly mercator: MercatorExtent | null;
}

export interface MercatorExtent {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
  readonly resolution: number;
}

type Locate = (column: number, row: number) => Position | null;

/**
 * Intervals a side at which the outline and inside are looked at. A straight pixel edge bends on the map; between 64
 * looks the bend left is 1/4096 of the whole, less than a pixel for an edge of 1000 km at 30 m.
 */
const INTERVALS = 64;
/** Every fourth of these is enough for the pixel size, which changes slowly. */
const RESOLUTION_STEP = 4;

/** Places a raster with an affine georeference. Null when the CRS cannot be turned into longitude and latitude there. */
export function placeByGeotransform(
  crs: Gdal.SpatialReference,
  geotransform: readonly number[],
  width: number,
  height: number,
): Placement | null {
  const toDegrees = new gdal.CoordinateTransformation(crs, gdal.SpatialReference.fromEPSG(4326));
  const [x0 = 0, xColumn = 0, xRow = 0, y0 = 0, yColumn = 0, yRow = 0] = geotransform;
  const raw: Locate = (column, row) => {
    const x = x0 + xColumn * column + xRow * row;
    const y = y0 + yColumn * column + yRow * row;
    return finite(attempt(() => toDegrees.transformPoint(x, y)));
  };
  const centre = raw(width / 2, height / 2);
  if (centre === null) return null;
  const locate: Locate = (column, row) => near(raw(column, row), centre[0]);
  const corners = [locate(0, 0), locate(width, 0), locate(width, height), locate(0, height)] as const;
  const [upperLeft, upperRight, lowerRight, lowerLeft] = corners;
  if (upperLeft === null || upperRight === null || lowerRight === null || lowerLeft === null) return null;
  const mercator = mercatorExtent(locate, width, height);
  const all = [upperLeft, upperRight, lowerRight, lowerLeft] as const;
  const ends = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
    [0, 0],
  ] as const;
  const alongSide = (side: number, part: number): Position | null => {
    const [[column, row], [toColumn, toRow]] = [ends[side]!, ends[side + 1]!];
    return locate(column + part * (toColumn - column), row + part * (toRow - row));
  };
  return {
    corners: all,
    outline: bentOutline(all, alongSide, halfPixel(locate, centre, width, height)),
    centre,
    mercator,
  };
}

/** Half of a pixel in the middle, in degrees. A pixel without a place there asks for all bends. */
function halfPixel(locate: Locate, centre: Position, width: number, height: number): number {
  const beside = locate(width / 2 + 1, height / 2 + 1);
  return beside === null ? 0 : Math.hypot(beside[0] - centre[0], beside[1] - centre[1]) / Math.SQRT2 / 2;
}

/** Places a raster known by ground control points alone: the rectangle GDAL's fit of the points covers. */
export function placeByControlPoints(dataset: Gdal.Dataset, crs: Gdal.SpatialReference): Placement | null {
  const extentIn = (code: number): readonly [number, number, number, number, number] | null => {
    const target = gdal.SpatialReference.fromEPSG(code);
    const fit = attempt(() => gdal.suggestedWarpOutput({ src: dataset, s_srs: crs, t_srs: target }));
    const [x, pixel, , y] = fit?.geoTransform ?? [];
    if (fit === null || x === undefined || y === undefined || pixel === undefined) return null;
    const values = [x, y - pixel * fit.rasterSize.y, x + pixel * fit.rasterSize.x, y, pixel] as const;
    return values.every(Number.isFinite) ? values : null;
  };
  const degrees = extentIn(4326);
  const metres = extentIn(3857);
  if (degrees === null || metres === null) return null;
  const [west, south, east, north] = degrees;
  const [minX, minY, maxX, maxY, resolution] = metres;
  const limit = (value: number): number => Math.max(-HALF_WORLD, Math.min(HALF_WORLD, value));
  const corners = [
    [west, north],
    [east, north],
    [east, south],
    [west, south],
  ] as const;
  return {
    corners,
    outline: [...corners, corners[0]],
    centre: [(west + east) / 2, (south + north) / 2],
    mercator: { minX, minY: limit(minY), maxX, maxY: limit(maxY), resolution },
  };
}

function mercatorExtent(locate: Locate, width: number, height: number): MercatorExtent | null {
  const extent = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity, resolution: Infinity };
  let inside = false;
  for (let i = 0; i <= INTERVALS; i += 1) {
    for (let j = 0; j <= INTERVALS; j += 1) {
      const position = locate((width * i) / INTERVALS, (height * j) / INTERVALS);
      if (position === null) continue;
      inside ||= Math.abs(position[1]) < MAX_LATITUDE;
      const [x, y] = [mercatorX(position[0]), mercatorY(position[1])];
      extent.minX = Math.min(extent.minX, x);
      extent.maxX = Math.max(extent.maxX, x);
      extent.minY = Math.min(extent.minY, y);
      extent.maxY = Math.max(extent.maxY, y);
      if (i % RESOLUTION_STEP !== 0 || j % RESOLUTION_STEP !== 0) continue;
      const column = Math.min((width * i) / INTERVALS, width - 1);
      const row = Math.min((height * j) / INTERVALS, height - 1);
      extent.resolution = Math.min(extent.resolution, pixelSize(locate, column, row));
    }
  }
  return inside && extent.resolution > 0 && Number.isFinite(extent.resolution) ? extent : null;
}

/** The shorter side, in Mercator metres, of the pixel whose upper left corner is given; infinite where it has none. */
function pixelSize(locate: Locate, column: number, row: number): number {
  const [origin, right, below] = [locate(column, row), locate(column + 1, row), locate(column, row + 1)];
  if (origin === null || right === null || below === null) return Infinity;
  if ([origin, right, below].some(([, latitude]) => Math.abs(latitude) > MAX_LATITUDE)) return Infinity;
  const distance = (to: Position): number =>
    Math.hypot(mercatorX(to[0]) - mercatorX(origin[0]), mercatorY(to[1]) - mercatorY(origin[1]));
  return Math.min(distance(right), distance(below));
}

/** The same position with its longitude within 180 degrees of `centre`; the very edge stays where it is. */
function near(position: Position | null, centre: number): Position | null {
  if (position === null) return null;
  const [longitude, latitude] = position;
  const away = longitude - centre;
  // 1e-9 degrees is a tenth of a millimetre: rounding must not throw the edge of a world map to its other side.
  const turns = Math.abs(away) <= 180 + 1e-9 ? 0 : Math.round(away / 360);
  return [longitude - 360 * turns, latitude];
}

function finite(point: { readonly x: number; readonly y: number } | null): Position | null {
  if (point === null || !Number.isFinite(point.x) || !Number.isFinite(point.y)) return null;
  return Math.abs(point.y) > 90 + 1e-9 || Math.abs(point.x) > 720 ? null : [point.x, point.y];
}

/** PROJ reports a position without an image in the other CRS by an error: here that is an answer. */
function attempt<T>(compute: () => T): T | null {
  try {
    return compute();
  } catch {
    return null;
  }
}
