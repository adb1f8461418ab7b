import { bentOutline } from '../outline.ts';
import type * as Gdal from 'gdal-async';
import { gdal } from '../geo-driver.child.ts';
import { cornersOf, isSoundBox, type Box3 } from './box.ts';
import { placeOfCorners, placeOfEarthCentred, placeOfScatteredCorners, type SpatialPlace } from './place.ts';
import { toDegrees } from './to-degrees.ts';

/** A CRS with all its parameters takes some kilobytes. */
const MAX_WKT = 65_536;
/** Hand-written by programs as text for PROJ, which opens files that are named there. No CRS needs it. */
const EXTENSION = /,\s*EXTENSION\[\s*"[^"]*"\s*,\s*"[^"]*"\s*\]/gi;
const FILE_PARAMETER = /PARAMETERFILE|EXTENSION\s*\[/i;

/** A CRS from the WKT of a stranger: null when it is none, or names files. */
export function crsOfWkt(text: string): Gdal.SpatialReference | null {
  const wkt = text.replace(/\0[^]*$/, '').trim();
  if (wkt === '' || wkt.length > MAX_WKT) return null;
  const own = wkt.replace(EXTENSION, '');
  if (FILE_PARAMETER.test(own)) return null;
  try {
    return gdal.SpatialReference.fromWKT(own);
  } catch {
    return null;
  }
}

/** Null when there is no CRS with that number. */
export function crsOfEpsg(code: number): Gdal.SpatialReference | null {
  if (!Number.isSafeInteger(code) || code < 1024 || code > 32_767) return null;
  try {
    return gdal.SpatialReference.fromEPSG(code);
  } catch {
    return null;
  }
}

export interface BoxPlacement {
  readonly place: SpatialPlace | null;
  /** Why there is no place; null when there is one. */
  readonly problem: string | null;
}

const unplaced = (problem: string): BoxPlacement => ({ place: null, problem });
const NOT_IN_CRS = 'Its coordinates do not lie in the coordinate reference system that it names.';

/**
 * Turns a box of a CRS into longitude, latitude and metres. Heights keep their vertical datum; their unit is the one of
 * the vertical CRS, or of the plane when there is none.
 */
export function placeBox(crs: Gdal.SpatialReference, box: Box3): BoxPlacement {
  if (!isSoundBox(box)) return unplaced('Its bounds are not sound.');
  if (crs.isLocal()) return unplaced('Its coordinate reference system is a local one.');
  if (crs.isGeocentric()) {
    const place = placeOfEarthCentred(cornersOf(box));
    return place === null ? unplaced(NOT_IN_CRS) : { place, problem: null };
  }
  if (!crs.isGeographic() && !crs.isProjected())
    return unplaced('Its coordinate reference system has no way to longitude and latitude.');
  const corners = groundOutline(crs, box);
  if (corners === null) return unplaced(NOT_IN_CRS);
  const metres = metresPerHeight(crs);
  const heights = [box.min[2] * metres, box.max[2] * metres] as const;
  const place = crs.isGeographic()
    ? placeOfCorners(eastward(corners), heights)
    : placeOfScatteredCorners(corners, heights);
  return place === null ? unplaced(NOT_IN_CRS) : { place, problem: null };
}

/**
 * Corners of a box of degrees, which may be as wide as the Earth: what goes back by more than a datum can move it has
 * crossed the antimeridian.
 */
const eastward = (corners: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] =>
  corners.map(([longitude, latitude]) => [
    longitude < (corners[0]?.[0] ?? 0) - 1 ? longitude + 360 : longitude,
    latitude,
  ]);

/** Bends of an outline that do not matter, as a part of its diagonal. */
const LEAST_BEND = 1 / 4096;

/** The outline of a box from above, not closed: its corners in degrees, and where the sides of a projected one bend. */
function groundOutline(crs: Gdal.SpatialReference, box: Box3): readonly (readonly [number, number])[] | null {
  const ground = cornersOf(box).slice(0, 4);
  const way = toDegrees(crs);
  const locate = (x: number, y: number): readonly [number, number] | null => {
    try {
      const point = way.transformPoint(x, y);
      return Math.abs(point.x) <= 540 && Math.abs(point.y) <= 90 ? [point.x, point.y] : null;
    } catch {
      // PROJ reports a position without an image in the other CRS by an error: here that is an answer.
      return null;
    }
  };
  const corners = ground.map(([x, y]) => locate(x, y));
  const [a, b, c, d] = corners;
  if (!a || !b || !c || !d) return null;
  if (crs.isGeographic()) return [a, b, c, d];
  const between = (side: number, part: number): readonly [number, number] | null => {
    const [[x, y], [toX, toY]] = [ground[side]!, ground[(side + 1) % ground.length]!];
    return locate(x + part * (toX - x), y + part * (toY - y));
  };
  const diagonal = Math.hypot(c[0] - a[0], c[1] - a[1]);
  return bentOutline([a, b, c, d], between, diagonal * LEAST_BEND).slice(0, -1);
}

/** Metres in one unit of height. */
export function metresPerHeight(crs: Gdal.SpatialReference): number {
  const vertical: unknown = crs.isCompound() ? crs.getAttrValue('VERT_CS|UNIT', 1) : null;
  const declared = vertical === null ? NaN : Number(vertical);
  if (declared > 0 && Number.isFinite(declared)) return declared;
  const plane = crs.isProjected() ? crs.getLinearUnits().value : 1;
  return plane > 0 && Number.isFinite(plane) ? plane : 1;
}
