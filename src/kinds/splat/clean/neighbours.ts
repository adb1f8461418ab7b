import { BOX, type PointTree } from './kd-tree.ts';

/** Distances to the neighbours per point, in memory that threads share. */
export interface Distances {
  /** Distance to the nearest neighbour. */
  readonly nearest: Float32Array<SharedArrayBuffer>;
  /** Mean distance to the nearest `neighbours` points. */
  readonly mean: Float32Array<SharedArrayBuffer>;
  /** Distance to the neighbour of this `rank`; infinite if there are fewer. */
  readonly ranked: Float32Array<SharedArrayBuffer>;
}

export interface NeighbourSearch {
  /** Number of neighbours whose mean distance is measured. */
  readonly neighbours: number;
  /** Rank of the neighbour whose distance is measured; 1 is the nearest. */
  readonly rank: number;
}

export function roomForDistances(count: number): Distances {
  const floats = (): Float32Array<SharedArrayBuffer> => new Float32Array(new SharedArrayBuffer(4 * count));
  return { nearest: floats(), mean: floats(), ranked: floats() };
}

/**
 * Factor for rounding errors of a bound: by the triangle inequality, neighbours of a point are no farther than those of the previous
 * point plus the distance between both points.
 */
const ROUNDING = 1 + 1e-6;

/**
 * Measures the distances to the neighbours of the points from `first` to before `end` in the order of the tree. The nearest box is
 * searched first, and boxes farther than the known neighbours are skipped.
 */
export function measureNeighbours(
  tree: PointTree,
  { neighbours, rank }: NeighbourSearch,
  { nearest, mean, ranked }: Distances,
  first: number,
  end: number,
): void {
  const { count, depth, points, order, boxes } = tree;
  const averaged = Math.min(neighbours, count - 1);
  const wanted = Math.min(Math.max(neighbours, rank), count - 1);
  /** Squared distances to the known neighbours, in ascending order. */
  const squares = new Float64Array(wanted + 1);
  /** Boxes to search, at most one per level, and the squares of their minimum distances. */
  const waiting = new Int32Array(2 * (depth + 2));
  const away = new Float64Array(depth + 2);
  const lastLevel = 2 ** depth - 1;
  const ends = leafEnds(count, depth);
  let reach = Infinity;
  for (let point = first; point < end; point += 1) {
    const x = points[3 * point]!;
    const y = points[3 * point + 1]!;
    const z = points[3 * point + 2]!;
    if (point > first) {
      const dx = x - points[3 * point - 3]!;
      const dy = y - points[3 * point - 2]!;
      const dz = z - points[3 * point - 1]!;
      reach = (Math.sqrt(squares[wanted - 1] ?? 0) + Math.sqrt(dx * dx + dy * dy + dz * dz)) * ROUNDING;
    }
    squares.fill(Infinity);
    // The comparison is strict, so the next larger number lets equal distances pass.
    let limit = reach * reach + Number.MIN_VALUE;
    let found = 0;
    let top = wanted > 0 ? 0 : -1;
    waiting[0] = 0;
    away[0] = 0;
    while (top >= 0) {
      let box = waiting[top]!;
      const least = away[top]!;
      top -= 1;
      if (!(least < limit)) continue;
      while (box < lastLevel) {
        const left = 2 * box + 1;
        const toLeft = toBox(boxes, BOX * left, x, y, z);
        const toRight = toBox(boxes, BOX * (left + 1), x, y, z);
        const isLeft = toLeft <= toRight;
        top += 1;
        waiting[top] = isLeft ? left + 1 : left;
        away[top] = isLeft ? toRight : toLeft;
        box = isLeft ? left : left + 1;
        if (!((isLeft ? toLeft : toRight) < limit)) break;
      }
      if (box < lastLevel) continue;
      const leaf = box - lastLevel;
      for (let other = leaf === 0 ? 0 : ends[leaf - 1]!; other < ends[leaf]!; other += 1) {
        if (other === point) continue;
        const dx = points[3 * other]! - x;
        const dy = points[3 * other + 1]! - y;
        const dz = points[3 * other + 2]! - z;
        const square = dx * dx + dy * dy + dz * dz;
        if (!(square < limit)) continue;
        let at = found < wanted ? found : wanted - 1;
        for (; at > 0 && squares[at - 1]! > square; at -= 1) squares[at] = squares[at - 1]!;
        squares[at] = square;
        if (found < wanted) found += 1;
        if (found === wanted) limit = squares[wanted - 1]!;
      }
    }
    let sum = 0;
    for (let at = 0; at < averaged; at += 1) sum += Math.sqrt(squares[at]!);
    const number = order[point]!;
    nearest[number] = wanted > 0 ? Math.sqrt(squares[0]!) : Infinity;
    mean[number] = averaged > 0 ? sum / averaged : 0;
    ranked[number] = rank <= wanted ? Math.sqrt(squares[rank - 1]!) : Infinity;
  }
}

/** Squared distance to a box; 0 inside it. */
function toBox(boxes: Float32Array, at: number, x: number, y: number, z: number): number {
  const dx = x < boxes[at]! ? boxes[at]! - x : x > boxes[at + 3]! ? x - boxes[at + 3]! : 0;
  const dy = y < boxes[at + 1]! ? boxes[at + 1]! - y : y > boxes[at + 4]! ? y - boxes[at + 4]! : 0;
  const dz = z < boxes[at + 2]! ? boxes[at + 2]! - z : z > boxes[at + 5]! ? z - boxes[at + 5]! : 0;
  return dx * dx + dy * dy + dz * dz;
}

/** Index after the last point per box of the last level. */
function leafEnds(count: number, depth: number): Uint32Array {
  let ends = Uint32Array.of(count);
  for (let level = 0; level < depth; level += 1) {
    const finer = new Uint32Array(2 * ends.length);
    for (let box = 0; box < ends.length; box += 1) {
      const first = box === 0 ? 0 : ends[box - 1]!;
      finer[2 * box] = (first + ends[box]!) >>> 1;
      finer[2 * box + 1] = ends[box]!;
    }
    ends = finer;
  }
  return ends;
}
