import earcut from 'earcut';

/** A coordinate of a corner; axes are numbered from 0 on. */
export type Coordinate = (corner: number, axis: number) => number;
type TakeTriangle = (a: number, b: number, c: number) => void;

/**
 * Cuts a polygon into triangles that turn the same way. Triangles, quads and polygons without a hollow corner, which nearly all
 * are, cost no allocation.
 *
 * @param corners numbers of its corners, of which `count` are of this polygon: three at least
 */
export function cutPolygon(corners: Int32Array, count: number, coordinate: Coordinate, take: TakeTriangle): void {
  if (count === 4) return cutQuad(corners, coordinate, take);
  if (count === 3 || !isHollow(corners, count, coordinate)) return fan(corners, count, take);
  cutHollow(corners, count, coordinate, take);
}

function fan(corners: Int32Array, count: number, take: TakeTriangle): void {
  for (let index = 2; index < count; index += 1) take(corners[0]!, corners[index - 1]!, corners[index]!);
}

/** Cuts along the diagonal inside of the quad. */
function cutQuad(corners: Int32Array, coordinate: Coordinate, take: TakeTriangle): void {
  const [a, b, c, d] = [corners[0]!, corners[1]!, corners[2]!, corners[3]!];
  if (turnsAlike(a, b, c, a, c, d, coordinate) || !turnsAlike(a, b, d, b, c, d, coordinate)) {
    take(a, b, c);
    take(a, c, d);
  } else {
    take(a, b, d);
    take(b, c, d);
  }
}

/** One part of the direction of a triangle, which is as long as twice its area. */
function area(a: number, b: number, c: number, axis: number, coordinate: Coordinate): number {
  const [u, v] = axis === 0 ? [1, 2] : axis === 1 ? [2, 0] : [0, 1];
  const [au, av] = [coordinate(a, u!), coordinate(a, v!)];
  return (coordinate(b, u!) - au) * (coordinate(c, v!) - av) - (coordinate(b, v!) - av) * (coordinate(c, u!) - au);
}

const turnsAlike = (
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
  f: number,
  coordinate: Coordinate,
): boolean => {
  let product = 0;
  for (let axis = 0; axis < 3; axis += 1) product += area(a, b, c, axis, coordinate) * area(d, e, f, axis, coordinate);
  return product >= 0;
};

/** Whether a corner turns against the polygon. */
function isHollow(corners: Int32Array, count: number, coordinate: Coordinate): boolean {
  const normalX = areaOf(corners, count, 0, coordinate);
  const normalY = areaOf(corners, count, 1, coordinate);
  const normalZ = areaOf(corners, count, 2, coordinate);
  for (let index = 0; index < count; index += 1) {
    const [a, b, c] = [corners[index]!, corners[(index + 1) % count]!, corners[(index + 2) % count]!];
    const turn =
      area(a, b, c, 0, coordinate) * normalX +
      area(a, b, c, 1, coordinate) * normalY +
      area(a, b, c, 2, coordinate) * normalZ;
    if (turn < 0) return true;
  }
  return false;
}

function areaOf(corners: Int32Array, count: number, axis: number, coordinate: Coordinate): number {
  let sum = 0;
  for (let index = 2; index < count; index += 1)
    sum += area(corners[0]!, corners[index - 1]!, corners[index]!, axis, coordinate);
  return sum;
}

/** Cuts off ears, as seen from where the polygon is widest. */
function cutHollow(corners: Int32Array, count: number, coordinate: Coordinate, take: TakeTriangle): void {
  const areas = [0, 1, 2].map((axis) => areaOf(corners, count, axis, coordinate));
  const axis = [0, 1, 2].toSorted((one, other) => Math.abs(areas[other]!) - Math.abs(areas[one]!))[0]!;
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  const outline = Array.from({ length: count }, (_, index) => [
    coordinate(corners[index]!, u),
    coordinate(corners[index]!, v),
  ]);
  const cut = earcut(outline.flat());
  // Nothing is cut off what has no area: a fan has all corners, at least.
  if (cut.length === 0) return fan(corners, count, take);
  for (let at = 0; at < cut.length; at += 3) {
    const [x, y, z] = [corners[cut[at]!]!, corners[cut[at + 1]!]!, corners[cut[at + 2]!]!];
    const isTurned = area(x, y, z, axis, coordinate) * areas[axis]! < 0;
    take(x, isTurned ? z : y, isTurned ? y : z);
  }
}
