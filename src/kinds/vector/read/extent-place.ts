import type * as Gdal from 'gdal-async';
import { gdal } from '../../../geodata/geo-driver.child.ts';

/** West, south, east, north, or the same in the units of a CRS. */
export type Extent = readonly [minX: number, minY: number, maxX: number, maxY: number];

/**
 * Looks across an extent in both directions: edges bend on their way to longitude and latitude, and what lies inside may be
 * farther north than they are. Even, so that there is one in the middle.
 */
const INTERVALS = 32;
const MIDDLE = INTERVALS / 2;
/** From the middle outwards: each after the one beside it that is nearer to the middle. */
const OUTWARDS = Array.from({ length: INTERVALS + 1 }, (_, index) => index).sort(
  (a, b) => Math.abs(a - MIDDLE) - Math.abs(b - MIDDLE),
);
/** Rounding may put the edge of a world map a little beyond. */
const SLACK = 1e-6;

/**
 * An extent in longitude and latitude. Without a CRS it is taken for that already, as long as it can be. Its middle is between
 * -180 and 180; across the antimeridian one of its sides lies beyond. Around a pole it goes all around.
 *
 * @returns null for what has no place on Earth
 */
export function placeExtent(extent: Extent, crs: Gdal.SpatialReference | null): Extent | null {
  if (crs === null) return isOnEarth(extent) ? extent : null;
  if (crs.isLocal()) return null;
  const degrees = gdal.SpatialReference.fromEPSG(4326);
  const around = boundsOf(extent, new gdal.CoordinateTransformation(crs, degrees));
  if (around === null) return null;
  const fromDegrees = new gdal.CoordinateTransformation(degrees, crs);
  const [southPole, northPole] = [-90, 90].map((latitude) => isInside(extent, transformed(fromDegrees, 0, latitude)));
  const [west, south, east, north] = around;
  const [low, high] = [southPole ? -90 : Math.max(south, -90), northPole ? 90 : Math.min(north, 90)];
  if (southPole || northPole || east - west >= 360 - SLACK) return [-180, low, 180, high];
  const turn = 360 * Math.ceil((west + east) / 720 - 0.5);
  return [west - turn, low, east - turn, high];
}

/** Around all positions of an extent, their longitudes continuous; null when one of them cannot be on Earth, or none is. */
function boundsOf([minX, minY, maxX, maxY]: Extent, toDegrees: Gdal.CoordinateTransformation): Extent | null {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  /** Longitudes of the middle row, then of the column that is looked at. */
  const [row, column] = [new Float64Array(INTERVALS + 1).fill(NaN), new Float64Array(INTERVALS + 1)];
  for (const i of OUTWARDS) {
    for (const j of OUTWARDS) {
      const x = minX + ((maxX - minX) * i) / INTERVALS;
      const y = minY + ((maxY - minY) * j) / INTERVALS;
      const known = j === MIDDLE ? row[nearer(i)]! : column[nearer(j)]!;
      const position = transformed(toDegrees, x, y);
      if (position !== null && (Math.abs(position.x) > 360 + SLACK || Math.abs(position.y) > 90 + SLACK)) return null;
      const longitude = position === null ? known : beside(position.x, known);
      column[j] = longitude;
      if (j === MIDDLE) row[i] = longitude;
      if (position === null) continue;
      [west, east] = [Math.min(west, longitude), Math.max(east, longitude)];
      [south, north] = [Math.min(south, position.y), Math.max(north, position.y)];
    }
  }
  return west <= east ? [west, south, east, north] : null;
}

const nearer = (index: number): number => index + Math.sign(MIDDLE - index);

/** The same longitude within 180 degrees of another; as it is when that is not known. */
export function beside(longitude: number, other: number): number {
  const away = longitude - other;
  return Math.abs(away) > 180 ? longitude - 360 * Math.round(away / 360) : longitude;
}

function isInside([minX, minY, maxX, maxY]: Extent, position: { readonly x: number; readonly y: number } | null) {
  return position !== null && position.x > minX && position.x < maxX && position.y > minY && position.y < maxY;
}

function transformed(transformation: Gdal.CoordinateTransformation, x: number, y: number) {
  try {
    const position = transformation.transformPoint(x, y);
    return Number.isFinite(position.x) && Number.isFinite(position.y) ? position : null;
  } catch {
    return null; // PROJ's answer for a position without an image
  }
}

const isOnEarth = ([west, south, east, north]: Extent): boolean =>
  west <= east && west >= -180 - SLACK && east <= 180 + SLACK && south >= -90 - SLACK && north <= 90 + SLACK;

/** The extent around all of them; null for none. */
export function unionOf(extents: readonly Extent[]): Extent | null {
  if (extents.length === 0) return null;
  const column = (index: 0 | 1 | 2 | 3): number[] => extents.map((extent) => extent[index]);
  return [Math.min(...column(0)), Math.min(...column(1)), Math.max(...column(2)), Math.max(...column(3))];
}

/**
 * The extent around places in longitude and latitude; null for none. It goes across the antimeridian where one of them does,
 * or where it is less than half as wide that way: islands on both sides of it, not continents.
 */
export function unionOfPlaces(places: readonly Extent[]): Extent | null {
  const plain = unionOf(places);
  if (plain === null) return null;
  const eastward = places.map(([west, south, east, north]): Extent => {
    const turn = 360 * Math.floor(west / 360);
    return [west - turn, south, east - turn, north];
  });
  const across = unionOf(unrolled(eastward))!;
  const isAcross = places.some(([west, , east]) => west < -180 || east > 180);
  const [west, south, east, north] = (isAcross ? width(across) < width(plain) : 2 * width(across) < width(plain))
    ? across
    : plain;
  if (east - west >= 360 - SLACK) return [-180, south, 180, north];
  const turn = 360 * Math.ceil((west + east) / 720 - 0.5);
  return [west - turn, south, east - turn, north];
}

const width = ([west, , east]: Extent): number => east - west;

/** Extents that begin between 0 and 360, in the turn in which all together are narrowest: behind the widest gap. */
function unrolled(extents: readonly Extent[]): readonly Extent[] {
  const sorted = [...extents].sort((a, b) => a[0] - b[0]);
  let [reach, start, widest] = [-Infinity, 0, -Infinity];
  // Around twice, so that what reaches over the end covers what lies at the beginning.
  for (const turn of [0, 360]) {
    for (const [index, [west, , east]] of sorted.entries()) {
      const gap = west + turn - reach;
      if (turn > 0 && gap > widest) [start, widest] = [index, gap];
      reach = Math.max(reach, east + turn);
    }
  }
  return sorted.map((extent, index) =>
    index < start ? [extent[0] + 360, extent[1], extent[2] + 360, extent[3]] : extent,
  );
}
