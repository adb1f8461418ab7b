import type { Projections } from '../../../projections/index.ts';
import { type ControlGrid, cornersAt, createControlGrid, isInDegrees, type MapGrid } from '../../../render/index.ts';
import { WORLD_HALF_METRES } from '../cog/mercator-grid.ts';
import { checkMapGrid } from './check-map-grid.ts';

/**
 * Places in the world of the pixels of a picture: x and y as fractions of the world's side from the west and from the
 * north (EPSG:3857), row by row from the upper left corner.
 */
export interface PicturePlaces extends ControlGrid {
  /** Size of the picture, in pixels. */
  readonly width: number;
  readonly height: number;
  /** Whether x jumps by a whole world at the antimeridian: the projection answers with longitudes of one turn. */
  readonly jumps: boolean;
}

/** Pixels that interpolation may be off: the default of gdalwarp (`-et 0.125`). */
export const MAX_ERROR_PIXELS = 0.125;
/**
 * Cells of a side at first. Work that is the same for a whole cell is done once, so large cells are fast. A cell with more
 * pixels could need too much of the raster at once.
 */
const FIRST_CELLS = 4;
const FIRST_CELL_PIXELS = 256;
/** The poles are infinitely far away in Web Mercator; this is far outside of its square world and a number. */
const NEARLY_POLE = 90 - 1e-9;

/**
 * Projects as many points of a picture as it takes to know the place of each of its pixels to an eighth of a pixel.
 *
 * @throws RasterError `out of range` for a picture without pixels or area; RangeError for an unknown CRS; EngineError
 */
export async function createPicturePlaces(
  map: MapGrid,
  projections: Projections,
  signal?: AbortSignal,
): Promise<PicturePlaces> {
  checkMapGrid(map);
  const { crs, width, height } = map;
  const [minX, minY, maxX, maxY] = map.box;
  const isDegrees = isInDegrees(crs);
  const jumps = !isDegrees && crs !== 'EPSG:3857';
  return createControlGrid({
    corners: [minX, maxY, maxX, minY],
    firstCells: firstCells(map),
    maxError: MAX_ERROR_PIXELS,
    async project(positions) {
      if (isDegrees) keepOffPoles(positions);
      const metres = await projections.transform(crs, 'EPSG:3857', positions, signal);
      return metres.map((value, at) => (at % 2 === 0 ? value : -value) / (2 * WORLD_HALF_METRES) + 0.5);
    },
    measure(grid) {
      const places = { ...grid, width, height, jumps };
      // The error of interpolation grows with the square of the distance between points: with all of them it is a quarter.
      // As much again is left for places where the plane is bent more than points beside them tell.
      return { width, height, jumps, error: 0.5 * errorOfHalfTheCells(places) };
    },
    // A tenth more than needed, so that one more round is nearly always the last.
    moreCells: (cells, error) => 2 * Math.ceil(0.55 * cells * Math.sqrt(error / MAX_ERROR_PIXELS)),
  });
}

/** An even number. */
function firstCells({ width, height }: MapGrid): number {
  return Math.max(FIRST_CELLS, 2 * Math.ceil(Math.max(width, height) / FIRST_CELL_PIXELS / 2));
}

function keepOffPoles(positions: Float64Array): void {
  for (let at = 1; at < positions.length; at += 2)
    positions[at] = Math.max(-NEARLY_POLE, Math.min(NEARLY_POLE, positions[at]!));
}

/** One cell: the places of its corners, with x that does not jump. */
export interface Cell {
  /** Upper left, upper right, lower left, lower right. */
  readonly x: readonly [number, number, number, number];
  readonly y: readonly [number, number, number, number];
}

/** @returns null where one of the corners has no place */
export function cellOf(control: PicturePlaces, column: number, row: number, size: 1 | 2 = 1): Cell | null {
  const { columns, points, jumps } = control;
  const corners = cornersAt(columns, column, row, size);
  const first = points[corners[0]]!;
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

/** Steps from the middle of a cell, which is `width` x `height` pixels of the picture. */
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
function errorOfHalfTheCells(control: PicturePlaces): number {
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

function isPartlyKnown({ columns, points }: PicturePlaces, column: number, row: number): boolean {
  const known = [0, 1, 2].flatMap((down) =>
    [0, 1, 2].map((right) => Number.isFinite(points[2 * ((row + down) * (columns + 1) + column + right)])),
  );
  return known.includes(true);
}
