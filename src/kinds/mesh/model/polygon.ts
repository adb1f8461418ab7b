import earcut from 'earcut';
import type { Vector3 } from '../../../geodata/place/box.ts';

type Triangle = readonly [number, number, number];

/**
 * Cuts a polygon into triangles that turn the same way.
 *
 * @param corners numbers of its corners, three at least
 */
export function cutPolygon(corners: readonly number[], placeOf: (corner: number) => Vector3): readonly Triangle[] {
  const [a, b, c, d] = corners as readonly [number, number, number, number];
  if (corners.length === 3) return [[a, b, c]];
  const places = corners.map(placeOf);
  if (corners.length === 4 && isConvex(places)) {
    return [
      [a, b, c],
      [a, c, d],
    ];
  }
  // Seen from where it is widest.
  const normal = normalOf(places);
  const axis = [0, 1, 2].toSorted((one, other) => Math.abs(normal[other]!) - Math.abs(normal[one]!))[0]!;
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  const cut = earcut(places.flatMap((place) => [place[u]!, place[v]!]));
  // Without an area, as seen so: a fan has at least all corners.
  if (cut.length === 0) return corners.slice(2).map((corner, index) => [a, corners[index + 1]!, corner]);
  const found: Triangle[] = [];
  for (let at = 0; at < cut.length; at += 3) {
    const [x, y, z] = cut.slice(at, at + 3) as [number, number, number];
    const turned = cross(minus(places[y]!, places[x]!), minus(places[z]!, places[x]!))[axis]! * normal[axis]! < 0;
    found.push([corners[x]!, corners[turned ? z : y]!, corners[turned ? y : z]!]);
  }
  return found;
}

const isConvex = (places: readonly Vector3[]): boolean => {
  const normal = normalOf(places);
  return places.every((place, index) => {
    const [next, after] = [places[(index + 1) % places.length]!, places[(index + 2) % places.length]!];
    return dot(cross(minus(next, place), minus(after, next)), normal) >= 0;
  });
};

/** Direction of a polygon, as long as twice its area. */
function normalOf(places: readonly Vector3[]): Vector3 {
  const first = places[0]!;
  return places.slice(1, -1).reduce<Vector3>(
    (sum, place, index) => {
      const part = cross(minus(place, first), minus(places[index + 2]!, first));
      return [sum[0] + part[0], sum[1] + part[1], sum[2] + part[2]];
    },
    [0, 0, 0],
  );
}

const minus = (one: Vector3, other: Vector3): Vector3 => [one[0] - other[0], one[1] - other[1], one[2] - other[2]];
const cross = (one: Vector3, other: Vector3): Vector3 => [
  one[1] * other[2] - one[2] * other[1],
  one[2] * other[0] - one[0] * other[2],
  one[0] * other[1] - one[1] * other[0],
];
const dot = (one: Vector3, other: Vector3): number => one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
