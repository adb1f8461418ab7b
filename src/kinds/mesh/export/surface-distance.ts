import { select } from '../levels/partition.ts';

/** Places of either surface that are measured. */
const PLACES = 40_000;
/** Triangles of a leaf of the tree. */
const LEAF = 8;

/**
 * The greatest distance between two surfaces with common vertices, measured both ways at places that are spread evenly over their
 * triangles: at corners and in the middle.
 */
export function surfaceDistance(positions: Float32Array, one: Uint32Array, other: Uint32Array): number {
  if (one === other) return 0;
  return Math.max(farthest(positions, one, other), farthest(positions, other, one));
}

function farthest(positions: Float32Array, from: Uint32Array, to: Uint32Array): number {
  if (from.length === 0) return 0;
  if (to.length === 0) return Infinity;
  const tree = createTriangleTree(positions, to);
  const count = from.length / 3;
  const step = Math.max(1, Math.floor(count / PLACES));
  let greatest = 0;
  const place = [0, 0, 0] as [number, number, number];
  for (let triangle = 0; triangle < count; triangle += step) {
    const [a, b, c] = [from[3 * triangle]!, from[3 * triangle + 1]!, from[3 * triangle + 2]!];
    for (const [shareA, shareB, shareC] of SHARES) {
      for (let axis = 0; axis < 3; axis += 1)
        place[axis] =
          shareA * positions[3 * a + axis]! + shareB * positions[3 * b + axis]! + shareC * positions[3 * c + axis]!;
      greatest = Math.max(greatest, tree.distance(place, greatest));
    }
  }
  return greatest;
}
/** Corners, and the middle. */
const SHARES = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [1 / 3, 1 / 3, 1 / 3],
] as const;

export interface TriangleTree {
  /** Distance of a place from the nearest triangle; or any number up to `enough` where it is not more than that. */
  distance(place: readonly [number, number, number], enough?: number): number;
}

/** Boxes around triangles, around half of them each, and so on. */
export function createTriangleTree(positions: Float32Array, triangles: Uint32Array): TriangleTree {
  const count = triangles.length / 3;
  const list = Uint32Array.from({ length: count }, (_, at) => at);
  const middles = [0, 1, 2].map((axis) =>
    Float32Array.from(
      list,
      (at) =>
        (positions[3 * triangles[3 * at]! + axis]! +
          positions[3 * triangles[3 * at + 1]! + axis]! +
          positions[3 * triangles[3 * at + 2]! + axis]!) /
        3,
    ),
  );
  let depth = 0;
  while (count > LEAF * 2 ** depth) depth += 1;
  const boxes = new Float32Array(6 * 2 ** (depth + 1));
  build(1, 0, count, 0);

  /** The box of a node; its children are `2 node` and `2 node + 1`. */
  function build(node: number, first: number, end: number, level: number): void {
    const box = boxes.subarray(6 * node, 6 * node + 6);
    box.fill(Infinity, 0, 3);
    box.fill(-Infinity, 3, 6);
    if (level === depth) {
      for (let at = 3 * first; at < 3 * end; at += 1) {
        const vertex = triangles[3 * list[Math.floor(at / 3)]! + (at % 3)]!;
        for (let axis = 0; axis < 3; axis += 1) {
          const value = positions[3 * vertex + axis]!;
          if (value < box[axis]!) box[axis] = value;
          if (value > box[3 + axis]!) box[3 + axis] = value;
        }
      }
      return;
    }
    const middle = (first + end) >> 1;
    if (end > first) select(list, middles[widestAxis(first, end)]!, first, end, middle);
    build(2 * node, first, middle, level + 1);
    build(2 * node + 1, middle, end, level + 1);
    for (let axis = 0; axis < 3; axis += 1) {
      box[axis] = Math.min(boxes[12 * node + axis]!, boxes[12 * node + 6 + axis]!);
      box[3 + axis] = Math.max(boxes[12 * node + 3 + axis]!, boxes[12 * node + 9 + axis]!);
    }
  }

  function widestAxis(first: number, end: number): number {
    let [best, width] = [0, -1];
    for (let axis = 0; axis < 3; axis += 1) {
      let [low, high] = [Infinity, -Infinity];
      for (let at = first; at < end; at += 1) {
        const value = middles[axis]![list[at]!]!;
        if (value < low) low = value;
        if (value > high) high = value;
      }
      if (high - low > width) [best, width] = [axis, high - low];
    }
    return best;
  }

  function boxSquare(node: number, place: readonly [number, number, number]): number {
    let square = 0;
    for (let axis = 0; axis < 3; axis += 1) {
      const value = place[axis]!;
      const away = Math.max(boxes[6 * node + axis]! - value, value - boxes[6 * node + 3 + axis]!, 0);
      square += away * away;
    }
    return square;
  }

  const corner = (triangle: number, at: number): number => 3 * triangles[3 * triangle + at]!;
  return {
    distance(place, enough = 0) {
      let nearest = Infinity;
      const look = (node: number, first: number, end: number, level: number): void => {
        if (end === first || nearest <= enough * enough || boxSquare(node, place) >= nearest) return;
        if (level === depth) {
          for (let at = first; at < end; at += 1) {
            const triangle = list[at]!;
            const square = squareToTriangle(
              place,
              positions,
              corner(triangle, 0),
              corner(triangle, 1),
              corner(triangle, 2),
            );
            if (square < nearest) nearest = square;
          }
          return;
        }
        const middle = (first + end) >> 1;
        const isLeftNearer = boxSquare(2 * node, place) <= boxSquare(2 * node + 1, place);
        if (isLeftNearer) look(2 * node, first, middle, level + 1);
        look(2 * node + 1, middle, end, level + 1);
        if (!isLeftNearer) look(2 * node, first, middle, level + 1);
      };
      look(1, 0, count, 0);
      return Math.sqrt(nearest);
    },
  };
}

/** Square of the distance of a place from a triangle, by the region of its plane above which it lies (Ericson 2005, 5.1.5). */
function squareToTriangle(
  [px, py, pz]: readonly [number, number, number],
  at: Float32Array,
  a: number,
  b: number,
  c: number,
): number {
  const [ax, ay, az] = [at[a]!, at[a + 1]!, at[a + 2]!];
  const [abx, aby, abz] = [at[b]! - ax, at[b + 1]! - ay, at[b + 2]! - az];
  const [acx, acy, acz] = [at[c]! - ax, at[c + 1]! - ay, at[c + 2]! - az];
  const [apx, apy, apz] = [px - ax, py - ay, pz - az];
  const square = (u: number, v: number): number =>
    (apx - u * abx - v * acx) ** 2 + (apy - u * aby - v * acy) ** 2 + (apz - u * abz - v * acz) ** 2;
  const d1 = abx * apx + aby * apy + abz * apz;
  const d2 = acx * apx + acy * apy + acz * apz;
  if (d1 <= 0 && d2 <= 0) return square(0, 0);
  const ab2 = abx * abx + aby * aby + abz * abz;
  const ac2 = acx * acx + acy * acy + acz * acz;
  const abac = abx * acx + aby * acy + abz * acz;
  const [d3, d4] = [d1 - ab2, d2 - abac];
  if (d3 >= 0 && d4 <= d3) return square(1, 0);
  const vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return square(ab2 > 0 ? d1 / ab2 : 0, 0);
  const [d5, d6] = [d1 - abac, d2 - ac2];
  if (d6 >= 0 && d5 <= d6) return square(0, 1);
  const vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return square(0, ac2 > 0 ? d2 / ac2 : 0);
  const va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    const share = (d4 - d3) / (d4 - d3 + (d5 - d6));
    return square(1 - share, share);
  }
  const whole = va + vb + vc;
  return whole > 0 ? square(vb / whole, vc / whole) : square(0, 0);
}
