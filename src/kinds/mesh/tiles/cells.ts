import type { Vector3 } from '../../../geodata/place/box.ts';
import { select } from '../levels/partition.ts';

/**
 * Triangles of a tile, at most, by those of a node; tiles have half as many or more. Nodes have 8,192, fewer where their pictures are large:
 * a tile is then some hundred kilobytes. So a view takes some dozen requests, and little is fetched outside of it. Vertices have numbers of
 * 16 bits.
 */
export const NODES_A_TILE = 2;

/** A part of space, a box without ends at the sides where nothing was cut. What lies on its upper sides is in it. */
export interface Cell {
  readonly low: Vector3;
  readonly high: Vector3;
}

/** A cell, and where it is cut in two. */
export interface CellTree {
  readonly cell: Cell;
  cut: { readonly axis: number; readonly at: number; readonly low: CellTree; readonly high: CellTree } | null;
}

const EVERYWHERE: Cell = { low: [-Infinity, -Infinity, -Infinity], high: [Infinity, Infinity, Infinity] };

export const newCells = (): CellTree => ({ cell: EVERYWHERE, cut: null });

/**
 * Cuts cells for triangles of a finer level, so that none has more than `most`: along the median of the widest axis, so all have about as
 * many and flat models are cut from above alone. Cells that are cut already keep their cuts: those of all levels lie inside each other.
 *
 * @param middles x, y, z of each triangle
 * @returns the cells of the level, in the order of the tree
 */
export function cutCells(tree: CellTree, middles: Float32Array, most: number): readonly CellTree[] {
  const count = middles.length / 3;
  const list = Uint32Array.from({ length: count }, (_, triangle) => triangle);
  const along = [0, 1, 2].map((axis) => Float32Array.from({ length: count }, (_, at) => middles[3 * at + axis]!));
  const cells: CellTree[] = [];
  const visit = (node: CellTree, first: number, end: number): void => {
    if (node.cut === null && end - first > most) node.cut = newCut(node.cell, along, list, first, end);
    if (node.cut === null) return void cells.push(node);
    const { axis, at, low, high } = node.cut;
    const middle = divide(list, along[axis]!, at, first, end);
    visit(low, first, middle);
    visit(high, middle, end);
  };
  visit(tree, 0, count);
  return cells;
}

/** The numbers of the finer cells inside of each coarser one. */
export function cellsBelow(coarse: readonly CellTree[], fine: readonly CellTree[]): readonly (readonly number[])[] {
  const numbers = new Map(fine.map((cell, number) => [cell, number]));
  const inside = (node: CellTree): readonly number[] => {
    const number = numbers.get(node);
    if (number !== undefined) return [number];
    return node.cut === null ? [] : [...inside(node.cut.low), ...inside(node.cut.high)];
  };
  return coarse.map(inside);
}

/** Null where all triangles lie at one place. */
function newCut(
  cell: Cell,
  along: readonly Float32Array[],
  list: Uint32Array,
  first: number,
  end: number,
): CellTree['cut'] {
  let [axis, low, high] = [0, 0, -Infinity];
  along.forEach((places, index) => {
    const [least, greatest] = extent(places, list, first, end);
    if (greatest - least > high - low) [axis, low, high] = [index, least, greatest];
  });
  if (!(high > low)) return null;
  const middle = (first + end) >> 1;
  select(list, along[axis]!, first, end, middle);
  const median = along[axis]![list[middle]!]!;
  // Many triangles at one place: half of the way has triangles on both sides.
  const at = median < high ? median : (low + high) / 2;
  if (!(at >= low && at < high)) return null;
  const cutTo = (side: Vector3): Vector3 => side.map((value, index) => (index === axis ? at : value)) as never;
  return {
    axis,
    at,
    low: { cell: { low: cell.low, high: cutTo(cell.high) }, cut: null },
    high: { cell: { low: cutTo(cell.low), high: cell.high }, cut: null },
  };
}

function extent(places: Float32Array, list: Uint32Array, first: number, end: number): readonly [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (let at = first; at < end; at += 1) {
    const place = places[list[at]!]!;
    if (place < low) low = place;
    if (place > high) high = place;
  }
  return [low, high];
}

/** Brings the numbers of places up to `limit` to the front. @returns where the others begin */
function divide(list: Uint32Array, places: Float32Array, limit: number, first: number, end: number): number {
  let [low, high] = [first, end];
  while (low < high) {
    const number = list[low]!;
    if (places[number]! <= limit) low += 1;
    else {
      high -= 1;
      list[low] = list[high]!;
      list[high] = number;
    }
  }
  return low;
}

/** Whether a box and a cell have more than a border in common, give or take `slack`. */
export const meets = (
  { low, high }: Cell,
  box: { readonly min: Vector3; readonly max: Vector3 },
  slack: number,
): boolean => [0, 1, 2].every((axis) => box.min[axis]! <= high[axis]! + slack && box.max[axis]! >= low[axis]! - slack);
