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
