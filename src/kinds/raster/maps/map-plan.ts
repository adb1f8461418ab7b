import type { CogFacts, CogLevel } from '../cog/cog-facts.ts';
import { worldPixels } from '../cog/mercator-grid.ts';
import type { Window } from '../draw/block-parts.ts';
import { RasterError } from '../raster-error.ts';
import { type Cell, cellOf, cellSteps, type PicturePlaces } from './picture-places.ts';

/** Cells `column` to `lastColumn` and `row` to `lastRow` of a control grid, the last ones not included. */
export interface CellRange {
  readonly column: number;
  readonly row: number;
  readonly lastColumn: number;
  readonly lastRow: number;
}

/** A part of the picture, and what has to be read of the level to draw it. */
export interface MapPiece {
  readonly cells: CellRange;
  /** In pixels from the north-western corner of the level; never beyond it. */
  readonly window: Window;
}

export interface MapPlan {
  /** Index into the facts' levels. */
  readonly level: number;
  /** Together all cells that show something of the raster. */
  readonly pieces: readonly MapPiece[];
}

/** Pixels of the level that one piece reads where it can be split: 4 MiB of colours, 16 of numbers. Each thread keeps as much. */
export const PIECE_PIXELS = 1024 * 1024;
/** Pixels of the level that the piece of one cell reads, which cannot be split: 16 MiB of colours, 64 of numbers. */
export const MAX_PIECE_PIXELS = 2048 * 2048;
/** Pixels of the level that a picture reads: four times those of the largest picture, some three seconds. */
export const MAX_READ_PIXELS = 4 * 4096 * 4096;
/** Pixels of a level that one pixel of the picture is made of at most, to each side: a level is no finer than that asks for. */
export const MAX_RADIUS = 8;

/**
 * Decides which level is read for a picture, and in which pieces: the coarsest that is nowhere coarser than the picture,
 * or a coarser one where that would be too much to read.
 *
 * @throws RasterError `limit` when even the coarsest level is too fine, for want of overviews
 */
export function planMap({ levels }: Pick<CogFacts, 'levels'>, control: PicturePlaces): MapPlan {
  const wanted = finestStep(levels[0], control);
  if (wanted === null) return { level: 0, pieces: [] };
  const enough = levels.findLastIndex(({ zoom }) => 1 / worldPixels(zoom) <= wanted * SLACK);
  for (let level = Math.max(0, enough); level < levels.length; level++) {
    const { columns, rows } = control;
    const whole = { column: 0, row: 0, lastColumn: columns, lastRow: rows };
    const pieces = split(cellWindows(levels[level]!, control), columns, whole);
    const sizes = pieces.map(({ window }) => window.width * window.height);
    const read = sizes.reduce((sum, size) => sum + size, 0);
    if (sizes.every((size) => size <= MAX_PIECE_PIXELS) && read <= MAX_READ_PIXELS) return { level, pieces };
  }
  throw new RasterError('limit', 'The raster has no overview small enough for this picture; build it again.');
}

/** A level a hundredth coarser than asked is fine enough: boxes come with rounded numbers. */
const SLACK = 1.01;

/** The shortest step from pixel to pixel of the picture where it shows the raster, as a fraction of the world. */
function finestStep(level: CogLevel, control: PicturePlaces): number | null {
  let finest = Infinity;
  cellWindows(level, control).forEach((window, index) => {
    if (window === null) return;
    const cell = cellOf(control, index % control.columns, Math.floor(index / control.columns))!;
    const steps = cellSteps(cell, control.width / control.columns, control.height / control.rows);
    finest = Math.min(finest, Math.hypot(steps.xColumn, steps.yColumn), Math.hypot(steps.xRow, steps.yRow));
  });
  return finest === Infinity ? null : finest;
}

/** What each cell needs of a level, row by row; null where it needs nothing. */
type CellWindows = readonly (Window | null)[];

function cellWindows(level: CogLevel, control: PicturePlaces): CellWindows {
  const { columns, rows } = control;
  return Array.from({ length: columns * rows }, (_, index) => {
    const cell = cellOf(control, index % columns, Math.floor(index / columns));
    return cell === null ? null : windowOf(level, cell, control);
  });
}

/** Halves pieces along their longer side until each is small enough, or is one cell. */
function split(windows: CellWindows, stride: number, cells: CellRange): readonly MapPiece[] {
  const window = unionWindow(windows, stride, cells);
  if (window === null) return [];
  const { column, row, lastColumn, lastRow } = cells;
  const [columns, rows] = [lastColumn - column, lastRow - row];
  if (window.width * window.height <= PIECE_PIXELS || columns * rows === 1) return [{ cells, window }];
  const half = Math.floor(Math.max(columns, rows) / 2);
  const [first, second] =
    columns > rows
      ? [
          { ...cells, lastColumn: column + half },
          { ...cells, column: column + half },
        ]
      : [
          { ...cells, lastRow: row + half },
          { ...cells, row: row + half },
        ];
  return [...split(windows, stride, first), ...split(windows, stride, second)];
}

function unionWindow(windows: CellWindows, stride: number, cells: CellRange): Window | null {
  let union: Window | null = null;
  for (let row = cells.row; row < cells.lastRow; row++) {
    for (let column = cells.column; column < cells.lastColumn; column++) {
      const window = windows[row * stride + column]!;
      if (window !== null) union = union === null ? window : unionOf(union, window);
    }
  }
  return union;
}

function unionOf(a: Window, b: Window): Window {
  const [left, top] = [Math.min(a.left, b.left), Math.min(a.top, b.top)];
  const width = Math.max(a.left + a.width, b.left + b.width) - left;
  return { left, top, width, height: Math.max(a.top + a.height, b.top + b.height) - top };
}

/** What a cell needs of a level, with the margin that interpolation looks at; null when it does not touch it. */
function windowOf(level: CogLevel, cell: Cell, control: PicturePlaces): Window | null {
  const world = worldPixels(level.zoom);
  const top = Math.min(...cell.y) * world - level.top;
  const bottom = Math.max(...cell.y) * world - level.top;
  if (bottom <= 0 || top >= level.height) return null;
  const horizontal = spanOf(level, Math.min(...cell.x) * world, Math.max(...cell.x) * world);
  if (horizontal === null) return null;
  const radius = radiusOf(cell, control, world);
  const [first, last] = [Math.floor(horizontal[0] - radius.x), Math.ceil(horizontal[1] + radius.x)];
  const left = Math.max(0, first);
  const upper = Math.max(0, Math.floor(top - radius.y));
  return {
    left,
    top: upper,
    width: Math.min(level.width, last) - left,
    height: Math.min(level.height, Math.ceil(bottom + radius.y)) - upper,
  };
}

/**
 * The part of a level between two meridians, in pixels from its western edge. The level may begin anywhere, and the
 * meridians may be told any number of turns away.
 */
function spanOf(level: CogLevel, west: number, east: number): readonly [from: number, to: number] | null {
  const world = worldPixels(level.zoom);
  const from = west - level.left - Math.floor((west - level.left) / world) * world;
  const to = from + east - west;
  const isAhead = from < level.width;
  // What is left of it after one turn begins in the west of the level again.
  if (to > world) return [0, isAhead ? level.width : Math.min(level.width, to - world)];
  return isAhead ? [from, Math.min(level.width, to)] : null;
}

/**
 * Pixels of the level to each side of a place that count for it: one where it is enlarged, else as many as a pixel of the
 * picture spans there, turned or not.
 */
export function radiusOf(
  cell: Cell,
  { width, height, columns, rows }: PicturePlaces,
  world: number,
): { readonly x: number; readonly y: number } {
  const { xColumn, xRow, yColumn, yRow } = cellSteps(cell, width / columns, height / rows);
  const bounded = (radius: number): number => Math.max(1, Math.min(MAX_RADIUS, radius));
  return {
    x: bounded(world * (Math.abs(xColumn) + Math.abs(xRow))),
    y: bounded(world * (Math.abs(yColumn) + Math.abs(yRow))),
  };
}
