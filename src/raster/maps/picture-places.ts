import type { Projections } from '../../projections/index.ts';
import { WORLD_HALF_METRES } from '../cog/mercator-grid.ts';
import { checkMapGrid, type MapGrid } from './map-grid.ts';

/**
 * Where the pixels of a picture lie in the world: exactly known at the corners of cells, and in between by interpolation.
 * Plain data, which a thread can be sent.
 */
export interface ControlGrid {
  /** Of the picture, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  readonly rows: number;
  /**
   * `(columns + 1) x (rows + 1)` points, row by row from the upper left corner: x and y as fractions of the world's side
   * from the west and from the north (of EPSG:3857). NaN where there is no such place.
   */
  readonly points: Float64Array;
  /** Whether x jumps by a whole world at the antimeridian, because it was found by projecting longitudes of one turn. */
  readonly jumps: boolean;
}

/** Pixels that a place may be off by interpolation: what gdalwarp allows itself unless told otherwise (`-et 0.125`). */
export const MAX_ERROR_PIXELS = 0.125;
/**
 * Cells of a side to begin with: as few as tell how bent the plane is. What is the same in all of a cell is done once for it,
 * so the larger cells are, the better; but of a cell with more pixels too much might be read at once.
 */
const FIRST_CELLS = 4;
const FIRST_CELL_PIXELS = 256;
/** Cells of a side at most: 66,049 points are projected in 25 ms. It is 4 pixels of a picture of 1024. */
const MOST_CELLS = 256;
const DEGREES = ['EPSG:4326', 'OGC:CRS84'];
/** The poles are infinitely far away in Web Mercator; this is far outside of its square world and a number. */
const NEARLY_POLE = 90 - 1e-9;

/**
 * Projects as many points of a picture as it takes to know the place of each of its pixels to an eighth of a pixel.
 *
 * @throws RasterError `out of range` for a picture that is none; RangeError for a CRS nobody knows; EngineError
 */
export async function createControlGrid(
  grid: MapGrid,
  projections: Projections,
  signal?: AbortSignal,
): Promise<ControlGrid> {
  checkMapGrid(grid);
  for (let cells = firstCells(grid); ;) {
    const control = await project(grid, cells, projections, signal);
    // The error of interpolation grows with the square of the distance between points: with all of them it is a quarter. As
    // much again is left for places where the plane is bent more than points beside them tell.
    const error = 0.5 * errorOfHalfTheCells(control);
    if (error <= MAX_ERROR_PIXELS || cells === MOST_CELLS) return control;
    // A tenth more than needed, so that one more round is the last one nearly always.
    cells = Math.min(MOST_CELLS, 2 * Math.ceil(0.55 * cells * Math.sqrt(error / MAX_ERROR_PIXELS)));
  }
}

/** An even number. */
function firstCells({ width, height }: MapGrid): number {
  return Math.max(FIRST_CELLS, 2 * Math.ceil(Math.max(width, height) / FIRST_CELL_PIXELS / 2));
}

async function project(
  grid: MapGrid,
  cells: number,
  projections: Projections,
  signal?: AbortSignal,
): Promise<ControlGrid> {
  const { crs, box, width, height } = grid;
  const [columns, rows] = [cells, cells];
  const [minX, minY, maxX, maxY] = box;
  const isDegrees = DEGREES.includes(crs);
  const positions = new Float64Array(2 * (columns + 1) * (rows + 1));
  for (let row = 0, at = 0; row <= rows; row++) {
    const y = maxY + ((minY - maxY) * row) / rows;
    for (let column = 0; column <= columns; column++, at += 2) {
      positions[at] = minX + ((maxX - minX) * column) / columns;
      positions[at + 1] = isDegrees ? Math.max(-NEARLY_POLE, Math.min(NEARLY_POLE, y)) : y;
    }
  }
  const metres = await projections.transform(crs, 'EPSG:3857', positions, signal);
  const points = metres.map((value, at) => (at % 2 === 0 ? value : -value) / (2 * WORLD_HALF_METRES) + 0.5);
  return { width, height, columns, rows, points, jumps: !isDegrees && crs !== 'EPSG:3857' };
}

/** One cell: the places of its corners, with x that does not jump. */
export interface Cell {
  /** Upper left, upper right, lower left, lower right. */
  readonly x: readonly [number, number, number, number];
  readonly y: readonly [number, number, number, number];
}

/** @returns null where one of the corners has no place */
export function cellOf(control: ControlGrid, column: number, row: number, size: 1 | 2 = 1): Cell | null {
  const { columns, points, jumps } = control;
  const at = 2 * (row * (columns + 1) + column);
  const down = 2 * size * (columns + 1);
  const corners = [at, at + 2 * size, at + down, at + down + 2 * size] as const;
  const first = points[at]!;
  const xOf = (corner: number): number => (jumps ? first + turned(points[corner]! - first) : points[corner]!);
  const x = corners.map(xOf) as [number, number, number, number];
  const y = corners.map((corner) => points[corner + 1]!) as [number, number, number, number];
  return [...x, ...y].every(Number.isFinite) ? { x, y } : null;
}

/** The shorter way around the world. */
const turned = (difference: number): number => difference - Math.round(difference);

/** Fractions of the world that a cell spans from one column, and one row, of the picture to the next. */
export interface CellSteps {
  readonly xColumn: number;
  readonly xRow: number;
  readonly yColumn: number;
  readonly yRow: number;
}

/** Of the middle of a cell, which is `width` x `height` pixels of the picture. */
export function cellSteps({ x, y }: Cell, width: number, height: number): CellSteps {
  return {
    xColumn: (x[1] - x[0] + x[3] - x[2]) / 2 / width,
    xRow: (x[2] - x[0] + x[3] - x[1]) / 2 / height,
    yColumn: (y[1] - y[0] + y[3] - y[2]) / 2 / width,
    yRow: (y[2] - y[0] + y[3] - y[1]) / 2 / height,
  };
}

/**
 * By how many pixels places would be off at most if every second point were left out; infinite where only some corners
 * of a cell have a place. What is outside of the square world does not count: nothing is there.
 */
function errorOfHalfTheCells(control: ControlGrid): number {
  const { width, height, columns, rows } = control;
  let worst = 0;
  for (let row = 0; row < rows; row += 2) {
    for (let column = 0; column < columns; column += 2) {
      const cell = cellOf(control, column, row, 2);
      const quarter = cellOf(control, column, row);
      if (cell === null || quarter === null) {
        if (isPartlyKnown(control, column, row)) return Infinity;
        continue;
      }
      if (Math.min(...cell.y) > 1 || Math.max(...cell.y) < 0) continue;
      const { xColumn, xRow, yColumn, yRow } = cellSteps(cell, (2 * width) / columns, (2 * height) / rows);
      const pixel = Math.min(Math.hypot(xColumn, yColumn), Math.hypot(xRow, yRow));
      // Points in the middle of two edges, and of the cell: corners of its upper left quarter.
      for (const [corner, a, b] of MIDDLES) {
        const offX = quarter.x[corner] - mean(cell.x, a, b);
        const offY = quarter.y[corner] - mean(cell.y, a, b);
        const error = Math.hypot(control.jumps ? turned(offX) : offX, offY) / pixel;
        worst = Math.max(worst, error);
      }
    }
  }
  return worst;
}

/** Corners of the upper left quarter of a cell, and the corners of the cell that they lie between. */
const MIDDLES = [
  [1, [0, 1], [0, 1]],
  [2, [0, 2], [0, 2]],
  [3, [0, 3], [1, 2]],
] as const;

function mean(values: Cell['x'], a: readonly [number, number], b: readonly [number, number]): number {
  return (values[a[0] as 0] + values[a[1] as 1] + values[b[0] as 0] + values[b[1] as 1]) / 4;
}

function isPartlyKnown({ columns, points }: ControlGrid, column: number, row: number): boolean {
  const known = [0, 1, 2].flatMap((down) =>
    [0, 1, 2].map((right) => Number.isFinite(points[2 * ((row + down) * (columns + 1) + column + right)])),
  );
  return known.includes(true);
}
