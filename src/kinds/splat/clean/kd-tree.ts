/** Points in a tree of bounding boxes, in memory that threads share. */
export interface PointTree {
  readonly count: number;
  /** Number of levels below the root. A box of the last level has at most `LEAF` points. */
  readonly depth: number;
  /** x, y, z per point. Points of one box are consecutive. */
  readonly points: Float32Array<SharedArrayBuffer>;
  /** Original index per point. */
  readonly order: Uint32Array<SharedArrayBuffer>;
  /** Minimum and maximum x, y, z per box. The children of box b are 2b + 1 and 2b + 2. */
  readonly boxes: Float32Array<SharedArrayBuffer>;
}

/** Maximum points of a box of the last level: more are slower to search, fewer need more boxes. */
const LEAF = 12;
/** Numbers per box. */
export const BOX = 6;

/** Bytes per point of a tree and of the measured distances. */
export const TREE_BYTES = 4 * 4 + (2 * BOX * 4 * 2) / LEAF + 3 * 4;

/** Allocates a tree of unordered points. @param list indices of the points in `centres` */
export function roomForTree(centres: Float32Array, list: Uint32Array): PointTree {
  const count = list.length;
  const depth = Math.max(0, Math.ceil(Math.log2(Math.max(1, count) / LEAF)));
  const points = new Float32Array(new SharedArrayBuffer(12 * count));
  const order = new Uint32Array(new SharedArrayBuffer(4 * count));
  for (let at = 0; at < count; at += 1) {
    const from = 3 * list[at]!;
    points[3 * at] = centres[from]!;
    points[3 * at + 1] = centres[from + 1]!;
    points[3 * at + 2] = centres[from + 2]!;
    order[at] = at;
  }
  const boxes = new Float32Array(new SharedArrayBuffer(4 * BOX * (2 ** (depth + 1) - 1)));
  return { count, depth, points, order, boxes };
}

/** Part of a tree: a box and its points. */
export interface TreePart {
  readonly box: number;
  readonly level: number;
  readonly first: number;
  readonly end: number;
}

export const wholeTree = ({ count }: PointTree): TreePart => ({ box: 0, level: 0, first: 0, end: count });

/**
 * Orders the points of a part down to a level.
 *
 * @returns the parts of that level, which remain to be ordered
 */
export function orderPoints(tree: PointTree, part: TreePart, downTo: number): readonly TreePart[] {
  const { box, level, first, end } = part;
  const axis = measureBox(tree, box, first, end);
  if (level === tree.depth) return [];
  const middle = (first + end) >>> 1;
  if (level === downTo) return [part];
  selectMiddle(tree, axis, first, end - 1, middle);
  return [
    ...orderPoints(tree, { box: 2 * box + 1, level: level + 1, first, end: middle }, downTo),
    ...orderPoints(tree, { box: 2 * box + 2, level: level + 1, first: middle, end }, downTo),
  ];
}

/** Computes a box. @returns its longest axis */
function measureBox({ points, boxes }: PointTree, box: number, first: number, end: number): number {
  let [lowX, lowY, lowZ, highX, highY, highZ] = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let at = 3 * first; at < 3 * end; at += 3) {
    const x = points[at]!;
    const y = points[at + 1]!;
    const z = points[at + 2]!;
    if (x < lowX) lowX = x;
    if (x > highX) highX = x;
    if (y < lowY) lowY = y;
    if (y > highY) highY = y;
    if (z < lowZ) lowZ = z;
    if (z > highZ) highZ = z;
  }
  boxes.set([lowX, lowY, lowZ, highX, highY, highZ], BOX * box);
  const [x, y, z] = [highX - lowX, highY - lowY, highZ - lowZ];
  return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

/** Partitions points along an axis at a position, by quickselect (Hoare 1961). */
function selectMiddle({ points, order }: PointTree, axis: number, from: number, to: number, middle: number): void {
  let [low, high] = [from, to];
  while (low < high) {
    // With a random pivot, nobody can prepare a file that makes this slow. The distances do not depend on it.
    const pivot = points[3 * (low + Math.floor(Math.random() * (high - low + 1))) + axis]!;
    let left = low;
    let right = high;
    while (left <= right) {
      while (points[3 * left + axis]! < pivot) left += 1;
      while (points[3 * right + axis]! > pivot) right -= 1;
      if (left > right) break;
      swap(points, order, left, right);
      left += 1;
      right -= 1;
    }
    if (middle <= right) high = right;
    else if (middle >= left) low = left;
    else return;
  }
}

function swap(points: Float32Array, order: Uint32Array, one: number, other: number): void {
  const number = order[one]!;
  order[one] = order[other]!;
  order[other] = number;
  for (let axis = 0; axis < 3; axis += 1) {
    const value = points[3 * one + axis]!;
    points[3 * one + axis] = points[3 * other + axis]!;
    points[3 * other + axis] = value;
  }
}
