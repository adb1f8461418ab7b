/**
 * Positions in two planes: known exactly at the corners of cells, interpolated between them. Plain data, which a thread
 * can be sent.
 */
export interface ControlGrid {
  readonly columns: number;
  readonly rows: number;
  /** `(columns + 1) x (rows + 1)` positions of the second plane, row by row: x and y. NaN where there is none. */
  readonly points: Float64Array;
}

/** Opposite corners of a grid in the first plane, where its first row begins and its last row ends. */
export type GridCorners = readonly [firstX: number, firstY: number, lastX: number, lastY: number];

/** What is known of a grid. */
export interface GridMeasure {
  /** Largest error of an interpolated position, in pixels. */
  readonly error: number;
}

export interface ControlGridOptions<Measure extends GridMeasure> {
  readonly corners: GridCorners;
  /** Cells along each side at first: an even number. */
  readonly firstCells: number;
  /** Largest error that is good enough, in pixels. */
  readonly maxError: number;
  /** Moves positions to the second plane. */
  readonly project: (positions: Float64Array) => Promise<Float64Array>;
  readonly measure: (grid: ControlGrid) => Measure;
  /** Cells along each side of the next attempt: an even number. */
  readonly moreCells: (cells: number, error: number) => number;
}

/** Most cells along each side: 66,049 positions are projected in 25 ms. It is 4 pixels of a picture of 1024. */
const MOST_CELLS = 256;

/** Adds cells until the error is small enough, or there are as many cells as allowed. */
export async function createControlGrid<Measure extends GridMeasure>({
  corners,
  firstCells,
  maxError,
  project,
  measure,
  moreCells,
}: ControlGridOptions<Measure>): Promise<ControlGrid & Measure> {
  for (let wanted = firstCells; ;) {
    // A small integer for the compiler: a double makes every index of the grid one, which takes twice as long.
    const cells = Math.min(MOST_CELLS, wanted) | 0;
    const grid = { columns: cells, rows: cells, points: await project(gridPositions(corners, cells)) };
    const measured = measure(grid);
    if (measured.error <= maxError || cells === MOST_CELLS) return { ...measured, ...grid };
    wanted = moreCells(cells, measured.error);
  }
}

/** Corners of `cells` by `cells` equal cells, row by row. */
export function gridPositions([firstX, firstY, lastX, lastY]: GridCorners, cells: number): Float64Array {
  const positions = new Float64Array(2 * (cells + 1) ** 2);
  for (let row = 0, at = 0; row <= cells; row += 1) {
    const y = firstY + ((lastY - firstY) * row) / cells;
    for (let column = 0; column <= cells; column += 1, at += 2) {
      positions[at] = firstX + ((lastX - firstX) * column) / cells;
      positions[at + 1] = y;
    }
  }
  return positions;
}

/** Indexes in `points` of the corners of a cell, or of a block of `size` by `size` cells: first row, then last row. Takes no grid: grids of two shapes make it slow. */
export function cornersAt(
  columns: number,
  column: number,
  row: number,
  size = 1,
): readonly [number, number, number, number] {
  const at = 2 * (row * (columns + 1) + column);
  const down = 2 * size * (columns + 1);
  return [at, at + 2 * size, at + down, at + down + 2 * size];
}
