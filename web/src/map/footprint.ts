import type { Entry } from '../api/answers.ts';

/** West, south, east, north in degrees. */
export type Bounds = readonly [west: number, south: number, east: number, north: number];

/** The box around the entry's footprint; null when it has none or an impossible one. */
export function footprintBounds(entry: Entry): Bounds | null {
  const points = entry.polygon_geom?.geometry.coordinates.flat() ?? [];
  if (points.length === 0) return null;
  const longitudes = points.map(([longitude = NaN]) => longitude);
  const latitudes = points.map(([, latitude = NaN]) => latitude);
  const bounds: Bounds = [
    Math.min(...longitudes),
    Math.min(...latitudes),
    Math.max(...longitudes),
    Math.max(...latitudes),
  ];
  return bounds.every(Number.isFinite) ? bounds : null;
}

/** Whether two boxes have a place in common; one may go on over the 180th meridian. */
export function boxesMeet([west, south, east, north]: Bounds, [left, bottom, right, top]: Bounds): boolean {
  if (south > top || north < bottom) return false;
  return [-360, 0, 360].some((turn) => west + turn <= right && east + turn >= left);
}

/** Half the side of the box around a point, in degrees: some 50 m. */
const AROUND_POINT = 5e-4;

/** The box around the entry: of its footprint or, where it is a point or too narrow for one, of its point. */
export function placeBounds(entry: Entry): Bounds | null {
  const [longitude = NaN, latitude = NaN] = entry.point_geom?.geometry.coordinates ?? [];
  const around: Bounds = [
    longitude - AROUND_POINT,
    latitude - AROUND_POINT,
    longitude + AROUND_POINT,
    latitude + AROUND_POINT,
  ];
  return footprintBounds(entry) ?? (around.every(Number.isFinite) ? around : null);
}
