import { between, inpaint } from './inpaint.ts';
import { openSurface } from './open-surface.ts';

export interface GroundFilter {
  readonly width: number;
  readonly height: number;
  /** Side of a cell, in units of heights. */
  readonly cell: number;
  /** Steepest slope of the ground, rise by run. */
  readonly slope: number;
  /** Radius of the largest window, in cells. */
  readonly window: number;
  /** Height above the ground up to which a point is one of it. */
  readonly threshold: number;
}

/** Whether a height belongs to the ground. @param x, y place in cells: 0.5 is the centre of the first one */
export type IsGround = (x: number, y: number, height: number) => boolean;

/** Slope of what is too low to be ground: a point below a hole of 79 degrees. */
const LOW_SLOPE = 5;
/** By how much of the slope of the ground the threshold grows. */
const SLOPE_SHARE = 1.25;

/**
 * A ground filter after Pingel, Clarke and McBride (2013), "An improved simple morphological filter for the terrain classification of
 * airborne LIDAR data". Windows are squares instead of discs, and gaps are filled by a membrane.
 *
 * @param lowest lowest height in each cell, NaN without points; it is changed
 * @returns null where there are no heights
 */
export function findGround(lowest: Float32Array, filter: GroundFilter): IsGround | null {
  const { width, height, cell, threshold } = filter;
  removeLow(lowest, filter);
  const surface = lowest.slice();
  if (!inpaint(surface, width, height)) return null;
  const isObject = objectsOf(surface, filter);
  lowest.forEach((value, at) => void (surface[at] = isObject[at] === 1 ? NaN : value));
  if (!inpaint(surface, width, height)) return null;
  const slopes = slopesOf(surface, width, height, cell);
  return (x, y, value) => {
    const ground = between(surface, width, height, x - 0.5, y - 0.5);
    const slope = between(slopes, width, height, x - 0.5, y - 0.5);
    return Math.abs(value - ground) <= threshold + SLOPE_SHARE * slope * cell;
  };
}

/** Takes out cells that lie far below those around them: multipath echoes. */
function removeLow(lowest: Float32Array, { width, height, cell }: GroundFilter): void {
  const turned = lowest.map((value) => -value);
  if (!inpaint(turned, width, height)) return;
  const opened = turned.slice();
  openSurface(opened, width, height, 1);
  lowest.forEach((_, at) => {
    if (turned[at]! - opened[at]! > LOW_SLOPE * cell) lowest[at] = NaN;
  });
}

/** Cells that stand out of the ground: an opening with a window larger than they are takes them away. */
function objectsOf(surface: Float32Array, { width, height, cell, slope, window }: GroundFilter): Uint8Array {
  let before = surface;
  const isObject = new Uint8Array(surface.length);
  for (let radius = 1; radius <= window; radius += 1) {
    const opened = before.slice();
    openSurface(opened, width, height, radius);
    const most = slope * cell * radius;
    for (let at = 0; at < opened.length; at += 1) if (before[at]! - opened[at]! > most) isObject[at] = 1;
    before = opened;
  }
  return isObject;
}

/** Steepness of each cell, rise by run. */
function slopesOf(surface: Float32Array, width: number, height: number, cell: number): Float32Array {
  const value = (column: number, row: number): number =>
    surface[Math.max(0, Math.min(height - 1, row)) * width + Math.max(0, Math.min(width - 1, column))]!;
  return surface.map((_, at) => {
    const [column, row] = [at % width, Math.floor(at / width)];
    const [x, y] = [value(column + 1, row) - value(column - 1, row), value(column, row + 1) - value(column, row - 1)];
    return Math.hypot(x, y) / (2 * cell);
  });
}
