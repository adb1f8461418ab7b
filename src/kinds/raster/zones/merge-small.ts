import { type ClassGrid, findPieces, type Pieces, rootOf } from './pieces.ts';

export interface MergeOptions {
  /** Square metres of a pixel by its row. */
  readonly areas: Float64Array;
  /** Metres of the sides of a pixel. */
  readonly pixel: readonly [across: number, down: number];
  readonly minArea: number;
  /** Called after each round. */
  readonly onRound: () => void;
}

export interface Merged {
  readonly pieces: Pieces;
  /** Pieces that became part of another. */
  readonly merged: number;
  /** Small ones that touch no other. */
  readonly lone: number;
}

/**
 * Gives small pieces, the smallest first, the class of the neighbour with which each has the longest border, until none is left that
 * has a neighbour. Changes the classes. Each round at least halves the small pieces that meet.
 */
export function mergeSmall(grid: ClassGrid, options: MergeOptions): Merged {
  let merged = 0;
  for (;;) {
    const pieces = findPieces(grid);
    const areas = areasOf(grid, pieces, options.areas);
    const small = Uint8Array.from(areas, (area, label) => (label > 0 && area < options.minArea ? 1 : 0));
    const count = small.reduce((sum, each) => sum + each, 0);
    const joined = count === 0 ? 0 : mergeRound(grid, { pieces, areas, small }, options);
    options.onRound();
    if (joined === 0) return { pieces, merged, lone: count };
    merged += joined;
  }
}

function areasOf({ columns }: ClassGrid, { labels, count }: Pieces, areas: Float64Array): Float64Array {
  const sums = new Float64Array(count + 1);
  for (let at = 0; at < labels.length; at += 1) sums[labels[at]!]! += areas[Math.floor(at / columns)]!;
  return sums;
}

interface Round {
  readonly pieces: Pieces;
  readonly areas: Float64Array;
  readonly small: Uint8Array;
}

/** @returns how many pieces became part of another */
function mergeRound(grid: ClassGrid, { pieces, areas, small }: Round, { minArea, pixel }: MergeOptions): number {
  const { labels, count } = pieces;
  const borders = bordersOf(grid, labels, small, pixel);
  const parents = Int32Array.from({ length: count + 1 }, (_, label) => label);
  const [whole, grown] = [areas.slice(), new Uint8Array(count + 1)];
  let merged = 0;
  for (const label of bySize(small, areas)) {
    // What took another one in has other borders now: the next round looks at it.
    if (grown[label] === 1) continue;
    const next = longest(borders.of(label), parents, label, whole);
    if (next === 0 || whole[label]! >= minArea) continue;
    parents[label] = next;
    whole[next]! += whole[label]!;
    grown[next] = 1;
    merged += 1;
  }
  const classes = new Uint8Array(count + 1);
  labels.forEach((label, at) => (classes[label] = grid.classes[at]!));
  for (let at = 0; at < labels.length; at += 1) grid.classes[at] = classes[rootOf(parents, labels[at]!)]!;
  return merged;
}

function bySize(small: Uint8Array, areas: Float64Array): Int32Array {
  const labels = Int32Array.from(small.keys()).filter((label) => small[label] === 1);
  return labels.sort((one, other) => areas[one]! - areas[other]! || one - other);
}

/** The neighbour with the longest border; of equal ones the larger, then the first. 0: there is none. */
function longest(
  borders: Iterable<readonly [label: number, metres: number]>,
  parents: Int32Array,
  own: number,
  areas: Float64Array,
): number {
  const sums = new Map<number, number>();
  for (const [label, metres] of borders) {
    const root = rootOf(parents, label);
    if (root !== own) sums.set(root, (sums.get(root) ?? 0) + metres);
  }
  let found = 0;
  for (const [label, metres] of sums) {
    const longer = metres - (sums.get(found) ?? 0);
    const larger = areas[label]! - areas[found]!;
    if (longer > 0 || (longer === 0 && (larger > 0 || (larger === 0 && label < found)))) found = label;
  }
  return found;
}

/** The sides of pixels between a small piece and others. */
function bordersOf(
  { columns, rows }: ClassGrid,
  labels: Int32Array,
  small: Uint8Array,
  [across, down]: readonly [number, number],
) {
  const eachSide = (take: (one: number, other: number, metres: number) => void): void => {
    for (let row = 0, at = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1, at += 1) {
        const own = labels[at]!;
        const [right, below] = [
          column + 1 < columns ? labels[at + 1]! : own,
          row + 1 < rows ? labels[at + columns]! : own,
        ];
        if (own === 0) continue;
        if (right !== own && right !== 0) take(own, right, down);
        if (below !== own && below !== 0) take(own, below, across);
      }
    }
  };
  const ends = new Int32Array(small.length + 1);
  eachSide((one, other) => {
    if (small[one] === 1) ends[one + 1]! += 1;
    if (small[other] === 1) ends[other + 1]! += 1;
  });
  for (let label = 1; label < ends.length; label += 1) ends[label]! += ends[label - 1]!;
  const next = ends.slice();
  const others = new Int32Array(ends.at(-1)!);
  const lengths = new Float64Array(others.length);
  const note = (label: number, other: number, metres: number): void => {
    if (small[label] === 0) return;
    others[next[label]!] = other;
    lengths[next[label]!] = metres;
    next[label]! += 1;
  };
  eachSide((one, other, metres) => {
    note(one, other, metres);
    note(other, one, metres);
  });
  return {
    *of(label: number): Generator<readonly [label: number, metres: number]> {
      for (let at = ends[label]!; at < ends[label + 1]!; at += 1) yield [others[at]!, lengths[at]!];
    },
  };
}
