import type { Projections } from '../../../projections/index.ts';
import { type ControlGrid, cornersAt, createControlGrid } from '../../../render/index.ts';
import type { GeoBounds } from '../../../geodata/geometry.ts';

/** Pixels of places on Earth: cells of longitude and latitude, row by row from the south-west. */
export interface PixelGrid extends ControlGrid {
  readonly bounds: GeoBounds;
  /** For each cell 1 where positions are known in it: not where the plane ends, or jumps. */
  readonly known: Uint8Array;
}

/** From the plane of a CRS to pixels. */
export interface PixelScale {
  readonly minX: number;
  readonly maxY: number;
  /** Pixels in a unit. */
  readonly x: number;
  readonly y: number;
}

/** Pixels that a position may be off by interpolation. */
export const MAX_ERROR_PIXELS = 0.2;
/** Pixels off above which a cell is taken for one in which the plane ends or jumps. */
const BROKEN_PIXELS = 2;
/** Cells of a side at first: 289 positions are projected in 2 ms. */
const FIRST_CELLS = 16;

/** Projects as many positions as it takes to know all others well enough. */
export async function createPixelGrid(
  crs: string,
  bounds: GeoBounds,
  { minX, maxY, x, y }: PixelScale,
  { projections, isShown, signal }: PixelGridOptions,
): Promise<PixelGrid> {
  const grid = await createControlGrid({
    corners: bounds,
    firstCells: FIRST_CELLS,
    maxError: MAX_ERROR_PIXELS,
    async project(positions) {
      const plane = await projections.transform('OGC:CRS84', crs, positions, signal);
      return plane.map((value, at) => (at % 2 === 0 ? (value - minX) * x : (maxY - value) * y));
    },
    measure: (control) => measure(control, isShown),
    moreCells: (cells) => 2 * cells,
  });
  return { ...grid, bounds };
}

interface PixelGridOptions {
  readonly projections: Projections;
  /** Whether a position in pixels is one that the picture may show. */
  readonly isShown: (x: number, y: number) => boolean;
  readonly signal: AbortSignal | undefined;
}

/** Which cells have positions, and the largest error of those that the picture may show. */
function measure(
  grid: ControlGrid,
  isShown: PixelGridOptions['isShown'],
): { readonly error: number; readonly known: Uint8Array } {
  const { columns, rows, points } = grid;
  const errors = blockErrors(grid);
  const known = new Uint8Array(columns * rows);
  let worst = 0;
  for (let row = 0, cell = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1, cell += 1) {
      const error = errors[(row >> 1) * (columns / 2) + (column >> 1)]!;
      const corners = cornersAt(columns, column, row);
      const isPlace = corners.every((corner) => Number.isFinite(points[corner]! + points[corner + 1]!));
      known[cell] = isPlace && !(error > BROKEN_PIXELS) ? 1 : 0;
      if (corners.some((corner) => isShown(points[corner]!, points[corner + 1]!)))
        worst = Math.max(worst, Number.isNaN(error) ? Infinity : error);
    }
  }
  return { error: worst, known };
}

/**
 * Error in pixels of each block of two by two cells: the distance of its five inner positions from where its corners put
 * them, divided by four, because the error grows with the square of the distance. NaN where a position is missing.
 */
function blockErrors(grid: ControlGrid): Float64Array {
  const { columns, rows, points } = grid;
  const blocks = columns / 2;
  const errors = new Float64Array(blocks * (rows / 2));
  const offEdge = (middle: number, from: number, to: number): number =>
    Math.hypot(
      points[middle]! - (points[from]! + points[to]!) / 2,
      points[middle + 1]! - (points[from + 1]! + points[to + 1]!) / 2,
    );
  for (let block = 0; block < errors.length; block += 1) {
    const [a, b, c, d] = cornersAt(columns, 2 * (block % blocks), 2 * Math.floor(block / blocks), 2);
    const left = a + 2 * (columns + 1);
    const mean = (axis: number): number =>
      (points[a + axis]! + points[b + axis]! + points[c + axis]! + points[d + axis]!) / 4;
    const offCentre = Math.hypot(points[left + 2]! - mean(0), points[left + 3]! - mean(1));
    const offEdges = Math.max(offEdge(a + 2, a, b), offEdge(left, a, c), offEdge(left + 4, b, d), offEdge(c + 2, c, d));
    errors[block] = Math.max(offCentre, offEdges) / 4;
  }
  return errors;
}
