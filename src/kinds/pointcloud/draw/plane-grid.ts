import type { ControlGrid, GridCorners } from '../../../render/index.ts';

/** Positions of a rectangle of the cloud's plane in a second one: at the corners of cells, interpolated between them. */
export interface PlaneGrid extends ControlGrid {
  /** Lowest x and y, highest x and y: of the first and the last corner. */
  readonly corners: GridCorners;
}

/** A rectangle of either plane. */
export interface PlaneBox {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/** Which of the corners of cells an interpolated position lies between, and its share of the way from the first to the last. */
export interface CellPlace {
  readonly cell: number;
  readonly share: number;
}

/** @param along shares of the whole side; beyond the ends the first and last cells go on */
export function cellPlace(along: number, cells: number): CellPlace {
  const at = along * cells;
  const cell = Math.max(0, Math.min(cells - 1, Math.floor(at)));
  return { cell, share: at - cell };
}

/** The image of a position of the cloud's plane, for few positions; `draw-points.ts` does the same for many. */
export function imageOf(
  { corners, columns, rows, points }: PlaneGrid,
  x: number,
  y: number,
): readonly [number, number] {
  const [minX, minY, maxX, maxY] = corners;
  const { cell: column, share: right } = cellPlace((x - minX) / (maxX - minX), columns);
  const { cell: row, share: up } = cellPlace((y - minY) / (maxY - minY), rows);
  const at = 2 * (row * (columns + 1) + column);
  const next = at + 2 * (columns + 1);
  const between = (axis: number): number => {
    const low = points[at + axis]! + right * (points[at + axis + 2]! - points[at + axis]!);
    const high = points[next + axis]! + right * (points[next + axis + 2]! - points[next + axis]!);
    return low + up * (high - low);
  };
  return [between(0), between(1)];
}

/** Positions along a side that tell the image of a rectangle: its sides bend by much less than half of what lies between them. */
const SAMPLES = [0, 0.5, 1];

/** The box around the image of a rectangle of the cloud's plane; null where it has none. */
export function imageBox(grid: PlaneGrid, { minX, minY, maxX, maxY }: PlaneBox): PlaneBox | null {
  const box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  for (const right of SAMPLES)
    for (const up of SAMPLES) {
      const [x, y] = imageOf(grid, minX + right * (maxX - minX), minY + up * (maxY - minY));
      if (!Number.isFinite(x) || !Number.isFinite(y)) continue;
      box.minX = Math.min(box.minX, x);
      box.maxX = Math.max(box.maxX, x);
      box.minY = Math.min(box.minY, y);
      box.maxY = Math.max(box.maxY, y);
    }
  return box.minX > box.maxX ? null : box;
}
