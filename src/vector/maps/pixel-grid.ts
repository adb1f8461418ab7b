import type { Projections } from '../../projections/index.ts';
import type { GeoBounds } from '../geometry.ts';

/**
 * Where places lie in a picture: exactly known at the corners of cells of longitude and latitude, in between by
 * interpolation. Plain data, which a thread can be sent.
 */
export interface ControlGrid {
  readonly bounds: GeoBounds;
  readonly columns: number;
  readonly rows: number;
  /** `(columns + 1) x (rows + 1)` positions in pixels, row by row from the south-west. */
  readonly pixels: Float64Array;
  /** Of each cell 1 where positions are known in it: not where the plane ends, or jumps. */
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
/** Cells of a side to begin with, and at most: 289 positions are projected in 2 ms, 66,049 in 25 ms. */
const FIRST_CELLS = 16;
const MOST_CELLS = 256;

/** Projects as many positions as it takes to know all others well enough. */
export async function createControlGrid(
  crs: string,
  bounds: GeoBounds,
  scale: PixelScale,
  { projections, isShown, signal }: ControlOptions,
): Promise<ControlGrid> {
  for (let cells = FIRST_CELLS; ; cells *= 2) {
    const pixels = await project(crs, bounds, scale, cells, projections, signal);
    const errors = errorsOf(pixels, cells);
    const { worst, known } = judge(pixels, errors, cells, isShown);
    if (worst <= MAX_ERROR_PIXELS || cells === MOST_CELLS)
      return { bounds, columns: cells, rows: cells, pixels, known };
  }
}

interface ControlOptions {
  readonly projections: Projections;
  /** Whether a position in pixels is one that the picture may show. */
  readonly isShown: (x: number, y: number) => boolean;
  readonly signal: AbortSignal | undefined;
}

async function project(
  crs: string,
  [west, south, east, north]: GeoBounds,
  { minX, maxY, x, y }: PixelScale,
  cells: number,
  projections: Projections,
  signal: AbortSignal | undefined,
): Promise<Float64Array> {
  const positions = new Float64Array(2 * (cells + 1) ** 2);
  for (let row = 0, at = 0; row <= cells; row += 1) {
    for (let column = 0; column <= cells; column += 1, at += 2) {
      positions[at] = west + ((east - west) * column) / cells;
      positions[at + 1] = south + ((north - south) * row) / cells;
    }
  }
  const plane = await projections.transform('OGC:CRS84', crs, positions, signal);
  return plane.map((value, at) => (at % 2 === 0 ? (value - minX) * x : (maxY - value) * y));
}

/**
 * Of each block of two by two cells by how many pixels its five inner positions would be off, were they interpolated from
 * its corners, by four: the error goes with the square of the distance. NaN where a position is none.
 */
function errorsOf(pixels: Float64Array, cells: number): Float64Array {
  const blocks = cells / 2;
  const stride = 2 * (cells + 1);
  const errors = new Float64Array(blocks * blocks);
  for (let block = 0; block < errors.length; block += 1) {
    const at = 2 * Math.floor(block / blocks) * stride + 4 * (block % blocks);
    const [a, b, c, d] = [at, at + 4, at + 2 * stride, at + 2 * stride + 4];
    const off = (middle: number, ...corners: readonly number[]): number => {
      const mean = (axis: number): number =>
        corners.reduce((sum, corner) => sum + pixels[corner + axis]!, 0) / corners.length;
      return Math.hypot(pixels[middle]! - mean(0), pixels[middle + 1]! - mean(1));
    };
    errors[block] =
      Math.max(
        off(at + stride + 2, a, b, c, d),
        off(at + 2, a, b),
        off(at + stride, a, c),
        off(at + stride + 4, b, d),
        off(at + 2 * stride + 2, c, d),
      ) / 4;
  }
  return errors;
}

function judge(
  pixels: Float64Array,
  errors: Float64Array,
  cells: number,
  isShown: ControlOptions['isShown'],
): { readonly worst: number; readonly known: Uint8Array } {
  const known = new Uint8Array(cells * cells);
  let worst = 0;
  for (let row = 0, cell = 0; row < cells; row += 1) {
    for (let column = 0; column < cells; column += 1, cell += 1) {
      const error = errors[(row >> 1) * (cells / 2) + (column >> 1)]!;
      const at = 2 * (row * (cells + 1) + column);
      const corners = [at, at + 2, at + 2 * (cells + 1), at + 2 * (cells + 1) + 2];
      const isPlace = corners.every((corner) => Number.isFinite(pixels[corner]! + pixels[corner + 1]!));
      known[cell] = isPlace && !(error > BROKEN_PIXELS) ? 1 : 0;
      if (corners.some((corner) => isShown(pixels[corner]!, pixels[corner + 1]!)))
        worst = Math.max(worst, Number.isNaN(error) ? Infinity : error);
    }
  }
  return { worst, known };
}
