import { createChains, type EdgePoint, type Positions } from './chains.ts';
import type { Levels } from './levels.ts';

/** Edges of a cell of four pixels, by number: 0 above, 1 right, 2 below, 3 left. */
type Piece = readonly [from: number, to: number];

/**
 * Pieces of a contour in a cell by which of its corners are not lower: 1 the upper left, 2 upper right, 4 lower right, 8 lower
 * left; these lie on the left of each (W. E. Lorensen and H. E. Cline's marching cubes, 1987, in two dimensions).
 */
const PIECES: readonly (readonly Piece[])[] = [
  ...([[], [[3, 0]], [[0, 1]], [[3, 1]], [[1, 2]]] as const),
  ...([[], [[0, 2]], [[3, 2]], [[2, 3]], [[2, 0]]] as const),
  ...([[], [[2, 1]], [[1, 3]], [[1, 0]], [[0, 3]], []] as const),
];
/** Where two opposite corners are higher: the middle tells whether they belong together. */
const SADDLES: Readonly<Record<number, { readonly joined: readonly Piece[]; readonly apart: readonly Piece[] }>> = {
  5: {
    joined: [
      [1, 0],
      [3, 2],
    ],
    apart: [
      [3, 0],
      [1, 2],
    ],
  },
  10: {
    joined: [
      [0, 3],
      [2, 1],
    ],
    apart: [
      [0, 1],
      [2, 3],
    ],
  },
};

/** Heights of four pixels, around from the upper left. */
type Corners = readonly [number, number, number, number];

export interface Tracer {
  /** Takes the next row of heights, NaN where there is none. Its `width` values begin at `offset`. */
  row(values: Float64Array, offset: number): void;
  end(): void;
  /** Memory of the lines that are not finished, in positions of 16 bytes. */
  held(): number;
}

/**
 * Contours of a grid of heights, row by row: lines of positions in columns and rows of pixels, whose centres lie at halves. What is
 * as high as a level is above it. No line goes beside a gap or beyond the centres of the outermost pixels.
 */
export function createTracer(
  width: number,
  levels: Levels,
  finish: (level: number, positions: Positions) => void,
): Tracer {
  const chains = createChains(finish);
  let above = new Float64Array(0);
  let row = -1;

  function pointOn(side: number, column: number, level: number, corners: Corners): EdgePoint {
    const [upperLeft, upperRight, lowerRight, lowerLeft] = corners;
    const along = (from: number, to: number): number => (level - from) / (to - from);
    const [x, y] = [column + 0.5, row - 0.5];
    if (side === 0) return { edge: 2 * ((row - 1) * width + column), x: x + along(upperLeft, upperRight), y };
    if (side === 2) return { edge: 2 * (row * width + column), x: x + along(lowerLeft, lowerRight), y: y + 1 };
    if (side === 3) return { edge: 2 * ((row - 1) * width + column) + 1, x, y: y + along(upperLeft, lowerLeft) };
    return { edge: 2 * ((row - 1) * width + column + 1) + 1, x: x + 1, y: y + along(upperRight, lowerRight) };
  }

  function cell(column: number, first: number, corners: Corners): void {
    const highest = Math.max(...corners);
    for (let index = first; levels.at(index) <= highest; index += 1) {
      const level = levels.at(index);
      const corner = corners.reduce((sum, height, at) => sum + (height >= level ? 2 ** at : 0), 0);
      const saddle = SADDLES[corner];
      const isJoined = saddle !== undefined && (corners[0] + corners[1] + corners[2] + corners[3]) / 4 >= level;
      const pieces = saddle === undefined ? PIECES[corner]! : isJoined ? saddle.joined : saddle.apart;
      for (const [from, to] of pieces)
        chains.add(index, pointOn(from, column, level, corners), pointOn(to, column, level, corners));
    }
  }

  return {
    row(values, offset) {
      row += 1;
      for (let column = 0; row > 0 && column < width - 1; column += 1) {
        const at = offset + column;
        const [upperLeft, upperRight] = [above[column]!, above[column + 1]!];
        const [lowerRight, lowerLeft] = [values[at + 1]!, values[at]!];
        const lowest = Math.min(upperLeft, upperRight, lowerRight, lowerLeft);
        // Most cells have no contour; a gap among the four is NaN here, and fails as well.
        if (!(lowest < Math.max(upperLeft, upperRight, lowerRight, lowerLeft))) continue;
        const first = levels.after(lowest);
        const level = levels.at(first);
        if (upperLeft >= level || upperRight >= level || lowerRight >= level || lowerLeft >= level)
          cell(column, first, [upperLeft, upperRight, lowerRight, lowerLeft]);
      }
      above = values.slice(offset, offset + width);
      chains.endRow(2 * row * width);
    },
    end: () => chains.endRow(Infinity),
    held: () => chains.held(),
  };
}
