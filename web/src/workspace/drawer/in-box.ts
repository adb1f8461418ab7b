import type { Feature, Point } from 'geojson';
import type { Bounds } from '../../map/footprint.ts';

/** Points in a box. Beyond the date line a map counts on: 181 degrees is -179. */
export function inBox<T>(points: readonly Feature<Point, T>[], [west, south, east, north]: Bounds) {
  return points.filter(({ geometry }) => {
    const [longitude = NaN, latitude = NaN] = geometry.coordinates;
    const isBetween = [0, 360, -360].some((turn) => longitude + turn >= west && longitude + turn <= east);
    return isBetween && latitude >= south && latitude <= north;
  });
}
