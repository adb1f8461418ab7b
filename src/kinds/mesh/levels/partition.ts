/**
 * Axes along which cells are cut, as rows of x, y, z. Levels take them in turn: the borders of one level then lie inside of cells of the
 * next, where they can be simplified.
 */
const STRAIGHT = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
] as const;
/** Turned about the middle of the three axes by 45 degrees, about. */
const TURNED = [
  [0.8047, -0.3106, 0.5059],
  [0.5059, 0.8047, -0.3106],
  [-0.3106, 0.5059, 0.8047],
] as const;

/** Numbers of triangles by cell: those of cell c stand in `list` from `ends[c - 1]` to `ends[c]`. */
export interface Cells {
  readonly list: Uint32Array;
  readonly ends: readonly number[];
}

/**
 * Cuts triangles into cells along the median of the widest axis, again and again.
 *
 * @param middles x, y, z of each triangle
 * @param most triangles of a cell
 * @param level decides on the axes
 */
export function partition(middles: Float32Array, most: number, level: number): Cells {
  const count = middles.length / 3;
  const axes = level % 2 === 0 ? STRAIGHT : TURNED;
  const list = Uint32Array.from({ length: count }, (_, triangle) => triangle);
  const along = axes.map(([x, y, z]) =>
    Float32Array.from(list, (at) => x * middles[3 * at]! + y * middles[3 * at + 1]! + z * middles[3 * at + 2]!),
  ) as unknown as readonly [Float32Array, Float32Array, Float32Array];
  const ends: number[] = [];
  const cut = (first: number, end: number): void => {
    if (end - first <= most) return void ends.push(end);
    const axis = widest(along, list, first, end);
    // Cells of equal size: a middle that is a multiple of what one cell will have.
    const middle = first + Math.ceil((end - first) / 2);
    select(list, along[axis]!, first, end, middle);
    cut(first, middle);
    cut(middle, end);
  };
  if (count > 0) cut(0, count);
  return { list, ends };
}

function widest(along: readonly Float32Array[], list: Uint32Array, first: number, end: number): number {
  let [best, width] = [0, -1];
  along.forEach((places, axis) => {
    let [low, high] = [Infinity, -Infinity];
    for (let at = first; at < end; at += 1) {
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
