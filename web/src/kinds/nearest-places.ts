import type { Feature, Point } from 'geojson';
import type { Place } from './place-features.ts';

/** The places that lie nearest to a position, so many of them: about those that a cluster there stands for. */
export function nearestPlaces(
  places: readonly Feature<Point, Place>[],
  [longitude, latitude]: readonly [number, number],
  count: number,
): readonly Feature<Point, Place>[] {
  const narrowing = Math.cos((latitude * Math.PI) / 180);
  const distance = ({ geometry: { coordinates } }: Feature<Point, Place>): number => {
    const [x = NaN, y = NaN] = coordinates;
    return ((x - longitude) * narrowing) ** 2 + (y - latitude) ** 2;
  };
  return places
    .map((place) => [place, distance(place)] as const)
    .toSorted((a, b) => a[1] - b[1])
    .slice(0, count)
    .map(([place]) => place);
}
