type Axis = readonly [number, number, number];

/**
 * Axes along which triangles are cut. Levels take them in turn, so that the borders of one level lie inside cells of the next, where they
 * can be simplified.
 */
const STRAIGHT: readonly Axis[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
/** Turned by 38 degrees about the middle of the three axes. */
const TURNED: readonly Axis[] = [
  [0.8047, -0.3106, 0.5059],
  [0.5059, 0.8047, -0.3106],
  [-0.3106, 0.5059, 0.8047],
];

/** Numbers of triangles by cell: those of cell c stand in `list` from `ends[c - 1]` to `ends[c]`. */
export interface Cells {
  /** In shared memory. */
  readonly list: Uint32Array;
  readonly ends: readonly number[];
}

/**
 * Cuts triangles into cells of equal size, again and again across the widest axis.
 *
 * @param most triangles of a cell
 * @param level decides on the axes
 */
export function partition(positions: Float32Array, triangles: Uint32Array, most: number, level: number): Cells {
  const count = triangles.length / 3;
  const list = new Uint32Array(new SharedArrayBuffer(4 * count));
  for (let triangle = 0; triangle < count; triangle += 1) list[triangle] = triangle;
  const along = (level % 2 === 0 ? STRAIGHT : TURNED).map((axis) => middlesAlong(axis, positions, triangles));
  const ends: number[] = [];
  const cut = (first: number, end: number, cells: number): void => {
    if (cells <= 1) return void ends.push(end);
    const before = cells >> 1;
    const middle = first + Math.round(((end - first) * before) / cells);
    select(list, along[widest(along, list, first, end)]!, first, end, middle);
    cut(first, middle, before);
    cut(middle, end, cells - before);
  };
  if (count > 0) cut(0, count, cellsOf(count, most));
  return { list, ends };
}

/** Cells have whole triangles, so halves differ by one: a cell more where that would make one too large. */
const cellsOf = (count: number, most: number): number =>
  count <= most ? 1 : Math.min(count, Math.ceil(count / Math.max(1, most - 1)));

/** Sums of the corners of each triangle along an axis: as good as their middles. */
function middlesAlong([x, y, z]: Axis, positions: Float32Array, triangles: Uint32Array): Float32Array {
  const sums = new Float32Array(triangles.length / 3);
  for (let triangle = 0; triangle < sums.length; triangle += 1) {
    let sum = 0;
    for (let corner = 3 * triangle; corner < 3 * triangle + 3; corner += 1) {
      const at = 3 * triangles[corner]!;
      sum += x * positions[at]! + y * positions[at + 1]! + z * positions[at + 2]!;
    }
    sums[triangle] = sum;
  }
  return sums;
}

/** More tell no better which axis is the widest. */
const SAMPLES = 4096;

function widest(along: readonly Float32Array[], list: Uint32Array, first: number, end: number): number {
  const step = Math.max(1, Math.floor((end - first) / SAMPLES));
  let [best, width] = [0, -1];
  along.forEach((places, axis) => {
    let [low, high] = [Infinity, -Infinity];
    for (let at = first; at < end; at += step) {
      const place = places[list[at]!]!;
      if (place < low) low = place;
      if (place > high) high = place;
    }
    if (high - low > width) [best, width] = [axis, high - low];
  });
  return best;
}

/** Brings the numbers with the smaller places before a position, and the others behind it: Hoare's selection. */
export function select(list: Uint32Array, places: Float32Array, first: number, end: number, position: number): void {
  let [low, high] = [first, end - 1];
  while (low < high) {
    const pivot = middleOfThree(places[list[low]!]!, places[list[(low + high) >> 1]!]!, places[list[high]!]!);
    let [left, right] = [low, high];
    while (left <= right) {
      while (places[list[left]!]! < pivot) left += 1;
      while (places[list[right]!]! > pivot) right -= 1;
      if (left <= right) {
        const kept = list[left]!;
        list[left] = list[right]!;
        list[right] = kept;
        left += 1;
        right -= 1;
      }
    }
    if (position <= right) high = right;
    else if (position >= left) low = left;
    else return;
  }
}

const middleOfThree = (a: number, b: number, c: number): number =>
  Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
