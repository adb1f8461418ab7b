import type { DrawingBudget } from './drawing-budget.ts';

/** What a pixel shows; the higher covers the lower. */
export const INK = { none: 0, area: 1, line: 2, point: 3 } as const;

/** A canvas of one byte a pixel, in which every pixel shows one of INK. Positions are in pixels, as x and y by turns. */
export interface Mask {
  readonly width: number;
  readonly height: number;
  readonly ink: Uint8Array;
  point(positions: Float64Array): void;
  line(positions: Float64Array): void;
  /** Rings cut each other out where they lie in each other. */
  polygon(rings: readonly Float64Array[]): void;
}

/** Half the side of a point's square, in pixels of the mask, which has twice those of the picture. */
const POINT_RADIUS = 4;
const LINE_RADIUS = 1;
/** Pixels of a stamp or a filled row that take as long as one step along a line. */
const PIXELS_A_STEP = 9;

/** @param budget what is drawn at most; the rest is left out, an area that goes beyond it as a whole */
export function createMask(width: number, height: number, budget: DrawingBudget): Mask {
  const ink = new Uint8Array(width * height);
  const stamp = (x: number, y: number, radius: number, value: number): void => {
    for (let row = Math.max(0, y - radius); row <= Math.min(height - 1, y + radius); row += 1)
      for (let column = Math.max(0, x - radius); column <= Math.min(width - 1, x + radius); column += 1)
        ink[row * width + column] = Math.max(ink[row * width + column]!, value);
  };
  /** @returns false when nothing more is to be drawn */
  const segment = (x0: number, y0: number, x1: number, y1: number): boolean => {
    const clipped = clip(x0, y0, x1, y1, width, height);
    if (clipped === null) return budget.spend(1);
    const [startX, startY, endX, endY] = clipped;
    const steps = Math.ceil(Math.max(Math.abs(endX - startX), Math.abs(endY - startY), 1));
    if (!budget.spend(steps)) return false;
    for (let step = 0; step <= steps; step += 1) {
      const part = step / steps;
      const [x, y] = [startX + (endX - startX) * part, startY + (endY - startY) * part];
      stamp(Math.round(x), Math.round(y), LINE_RADIUS, INK.line);
    }
    return true;
  };
  const line = (positions: Float64Array): void => {
    for (let at = 2; at + 1 < positions.length; at += 2)
      if (!segment(positions[at - 2]!, positions[at - 1]!, positions[at]!, positions[at + 1]!)) return;
  };
  return {
    width,
    height,
    ink,
    line,
    point(positions) {
      for (let at = 0; at + 1 < positions.length; at += 2) {
        const [x, y] = [positions[at]!, positions[at + 1]!];
        if (!budget.spend(PIXELS_A_STEP)) return;
        if (x > -width && x < 2 * width && y > -height && y < 2 * height)
          stamp(Math.round(x), Math.round(y), POINT_RADIUS, INK.point);
      }
    },
    polygon(rings) {
      const crossings = rowCrossings(rings, height, budget);
      if (crossings === null) return;
      for (const [row, columns] of crossings) {
        columns.sort((a, b) => a - b);
        if (!budget.spend(Math.ceil(width / PIXELS_A_STEP))) return;
        for (let pair = 0; pair + 1 < columns.length; pair += 2) {
          const end = Math.min(width - 1, Math.floor(columns[pair + 1]!));
          for (let column = Math.max(0, Math.ceil(columns[pair]!)); column <= end; column += 1)
            ink[row * width + column] = Math.max(ink[row * width + column]!, INK.area);
        }
      }
      rings.forEach(line);
    },
  };
}

/** Where the edges of rings cross the middle of each row of pixels; null when that goes beyond the budget. */
function rowCrossings(
  rings: readonly Float64Array[],
  height: number,
  budget: DrawingBudget,
): Map<number, number[]> | null {
  const crossings = new Map<number, number[]>();
  for (const ring of rings) {
    for (let at = 2; at + 1 < ring.length; at += 2) {
      const [x0, y0, x1, y1] = [ring[at - 2]!, ring[at - 1]!, ring[at]!, ring[at + 1]!];
      const [low, high] = [Math.min(y0, y1), Math.max(y0, y1)];
      if (!Number.isFinite(low) || !Number.isFinite(high) || low === high) continue;
      // Each end belongs to one of the two edges that meet there.
      const last = Math.min(height - 1, Math.ceil(high - 0.5) - 1);
      const first = Math.max(0, Math.ceil(low - 0.5));
      if (!budget.spend(Math.max(1, last - first + 1))) return null;
      for (let row = first; row <= last; row += 1) {
        const x = x0 + ((row + 0.5 - y0) / (y1 - y0)) * (x1 - x0);
        const known = crossings.get(row);
        if (known === undefined) crossings.set(row, [x]);
        else known.push(x);
      }
    }
  }
  return crossings;
}

/** The part of a segment within the canvas, by Liang and Barsky; null when there is none, or a position is not finite. */
function clip(
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  width: number,
  height: number,
): readonly [number, number, number, number] | null {
  const [dx, dy] = [x1 - x0, y1 - y0];
  if (!Number.isFinite(dx) || !Number.isFinite(dy)) return null;
  let [enter, leave] = [0, 1];
  for (const [towards, room] of [
    [-dx, x0],
    [dx, width - x0],
    [-dy, y0],
    [dy, height - y0],
  ] as const) {
    if (towards === 0 && room < 0) return null;
    if (towards < 0) enter = Math.max(enter, room / towards);
    if (towards > 0) leave = Math.min(leave, room / towards);
  }
  return enter > leave ? null : [x0 + enter * dx, y0 + enter * dy, x0 + leave * dx, y0 + leave * dy];
}
