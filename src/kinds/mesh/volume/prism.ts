import earcut from 'earcut';
import { createBoxTree } from '../../../geodata/planar/box-tree.ts';

/** Rings of x and y in turn, each closed or not; the first is the outer one, the others are holes. */
export type Rings = readonly (readonly number[])[];

/** What lies within an area, from the deepest to the highest place. */
export interface Prism {
  /** Square metres from above. */
  readonly area: number;
  /** Lowest x and y, highest x and y. */
  readonly box: readonly [number, number, number, number];
  /**
   * Cuts a polygon to the area. Pieces do not overlap; each is convex where the polygon is.
   *
   * @param polygon x, y, z of its corners. @param take is given x, y, z of the corners of a piece; it may not keep them
   */
  clip(polygon: Float64Array, take: (piece: Float64Array, corners: number) => void): void;
}

/** A triangle is cut by three lines, each of which adds a corner. */
const MOST_CORNERS = 12;

/** A prism without sides: everything lies within it. */
export const WHOLE_PLANE: Prism = {
  area: NaN,
  box: [-Infinity, -Infinity, Infinity, Infinity],
  clip: (polygon, take) => take(polygon, polygon.length / 3),
};

/** @param rings in metres, that do not cross themselves or each other */
export function createPrism(rings: Rings): Prism {
  const open = rings.map(withoutEnd);
  const flat = open.flat();
  const holes: number[] = [];
  let length = 0;
  for (const ring of open) {
    if (length > 0) holes.push(length / 2);
    length += ring.length;
  }
  const cut = inStrips(earcut(flat, holes), flat);
  const triangles = new Float64Array(2 * cut.length);
  cut.forEach((corner, at) => triangles.set([flat[2 * corner]!, flat[2 * corner + 1]!], 2 * at));
  let area = 0;
  for (let at = 0; at < triangles.length; at += 6) {
    const doubled = turnOf(triangles, at);
    area += Math.abs(doubled) / 2;
    // Counterclockwise, so that inside is on the left of each side.
    if (doubled < 0) {
      const [x, y] = [triangles[at + 2]!, triangles[at + 3]!];
      triangles.set([triangles[at + 4]!, triangles[at + 5]!, x, y], at + 2);
    }
  }
  const boxes = new Float64Array((4 * triangles.length) / 6);
  for (let at = 0; at < triangles.length; at += 6) {
    const [xs, ys] = [0, 1].map((axis) => [
      triangles[at + axis]!,
      triangles[at + 2 + axis]!,
      triangles[at + 4 + axis]!,
    ]);
    boxes.set([Math.min(...xs!), Math.min(...ys!), Math.max(...xs!), Math.max(...ys!)], (4 * at) / 6);
  }
  const tree = boxes.length === 0 ? null : createBoxTree(boxes);
  const buffers = [new Float64Array(3 * MOST_CORNERS), new Float64Array(3 * MOST_CORNERS)] as const;
  return {
    area,
    box: boxAroundRing(open[0] ?? []),
    clip(polygon, take) {
      const [west, south, east, north] = boxOfPolygon(polygon);
      tree?.search(west, south, east, north, (triangle) => {
        const corners = clipByTriangle(polygon, triangles, 6 * triangle, buffers);
        if (corners >= 3) take(buffers[1], corners);
        return false;
      });
    },
  };
}

/** Triangles by strips from west to east, each from south to north: the tree needs neighbours beside each other. */
function inStrips(cut: readonly number[], flat: readonly number[]): readonly number[] {
  const count = cut.length / 3;
  const middle = (triangle: number, axis: number): number =>
    [0, 1, 2].reduce((sum, corner) => sum + flat[2 * cut[3 * triangle + corner]! + axis]!, 0) / 3;
  const places = Array.from({ length: count }, (_, triangle) => [middle(triangle, 0), middle(triangle, 1)] as const);
  const [west, east] = places.reduce(([low, high], [x]) => [Math.min(low, x), Math.max(high, x)] as const, [
    Infinity,
    -Infinity,
  ] as const);
  const strips = Math.ceil(Math.sqrt(count));
  const stripOf = (triangle: number): number =>
    Math.floor((strips * (places[triangle]![0] - west)) / (east - west || 1));
  return Array.from({ length: count }, (_, triangle) => triangle)
    .toSorted((one, other) => stripOf(one) - stripOf(other) || places[one]![1] - places[other]![1])
    .flatMap((triangle) => [cut[3 * triangle]!, cut[3 * triangle + 1]!, cut[3 * triangle + 2]!]);
}

const withoutEnd = (ring: readonly number[]): readonly number[] =>
  ring.length > 2 && ring[0] === ring.at(-2) && ring[1] === ring.at(-1) ? ring.slice(0, -2) : ring;

const turnOf = (at: Float64Array, from: number): number =>
  (at[from + 2]! - at[from]!) * (at[from + 5]! - at[from + 1]!) -
  (at[from + 4]! - at[from]!) * (at[from + 3]! - at[from + 1]!);

function boxAroundRing(ring: readonly number[]): readonly [number, number, number, number] {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < ring.length; at += 2) {
    west = Math.min(west, ring[at]!);
    east = Math.max(east, ring[at]!);
    south = Math.min(south, ring[at + 1]!);
    north = Math.max(north, ring[at + 1]!);
  }
  return [west, south, east, north];
}

function boxOfPolygon(polygon: Float64Array): readonly [number, number, number, number] {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < polygon.length; at += 3) {
    const [x, y] = [polygon[at]!, polygon[at + 1]!];
    if (x < west) west = x;
    if (x > east) east = x;
    if (y < south) south = y;
    if (y > north) north = y;
  }
  return [west, south, east, north];
}

/** Sutherland and Hodgman (1974), by the three sides of a triangle. @returns corners of what is left, in the second buffer */
function clipByTriangle(
  polygon: Float64Array,
  triangles: Float64Array,
  at: number,
  [one, other]: readonly [Float64Array, Float64Array],
): number {
  let corners = polygon.length / 3;
  other.set(polygon);
  for (let side = 0; side < 3; side += 1) {
    const [from, to] = [at + 2 * side, at + 2 * ((side + 1) % 3)];
    one.set(other);
    corners = cutBySide(
      one,
      corners,
      other,
      triangles[from]!,
      triangles[from + 1]!,
      triangles[to]!,
      triangles[to + 1]!,
    );
    if (corners < 3) return 0;
  }
  return corners;
}

function cutBySide(
  source: Float64Array,
  count: number,
  target: Float64Array,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
): number {
  const sideOf = (corner: number): number =>
    (x2 - x1) * (source[3 * corner + 1]! - y1) - (y2 - y1) * (source[3 * corner]! - x1);
  let made = 0;
  let before = sideOf(count - 1);
  for (let corner = 0; corner < count; corner += 1) {
    const now = sideOf(corner);
    if (before >= 0 !== now >= 0) {
      const share = before / (before - now);
      const previous = 3 * ((corner + count - 1) % count);
      for (let axis = 0; axis < 3; axis += 1)
        target[3 * made + axis] =
          source[previous + axis]! + share * (source[3 * corner + axis]! - source[previous + axis]!);
      made += 1;
    }
    if (now >= 0) {
      for (let axis = 0; axis < 3; axis += 1) target[3 * made + axis] = source[3 * corner + axis]!;
      made += 1;
    }
    before = now;
  }
  return made;
}
