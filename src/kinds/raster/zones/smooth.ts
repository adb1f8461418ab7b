/** A grid of values, row by row; NaN where there is none. */
export interface Grid {
  readonly columns: number;
  readonly rows: number;
  readonly values: Float64Array;
}

/**
 * Each value becomes the mean of those around it, twice: what is near counts more. Gaps stay gaps, and do not count.
 *
 * @param radius of what counts, in pixels along a row and down a column
 */
export function smooth(grid: Grid, [across, down]: readonly [number, number]): Float64Array {
  const reach = [Math.round(across / 2), Math.round(down / 2)] as const;
  if (reach[0] < 1 && reach[1] < 1) return grid.values;
  const once = windowMeans(grid, reach);
  return windowMeans({ ...grid, values: once }, reach);
}

function windowMeans({ columns, rows, values }: Grid, [across, down]: readonly [number, number]): Float64Array {
  const sums = values.map((value) => (Number.isNaN(value) ? 0 : value));
  const counts = values.map((value) => (Number.isNaN(value) ? 0 : 1));
  for (const grid of [sums, counts]) {
    for (let row = 0; row < rows; row += 1)
      runningSums(grid, { start: row * columns, step: 1, count: columns }, across);
    for (let column = 0; column < columns; column += 1)
      runningSums(grid, { start: column, step: columns, count: rows }, down);
  }
  // Sums of the same numbers in another order differ in their last digits: single precision has none of these.
  return values.map((value, at) => (Number.isNaN(value) ? NaN : Math.fround(sums[at]! / counts[at]!)));
}

interface Line {
  readonly start: number;
  readonly step: number;
  readonly count: number;
}

/** Replaces each number of a line by the sum of those that are at most `reach` away. */
function runningSums(values: Float64Array, { start, step, count }: Line, reach: number): void {
  if (reach < 1) return;
  const own = Float64Array.from({ length: count }, (_, at) => values[start + at * step]!);
  let sum = 0;
  for (let at = 0; at < Math.min(reach, count); at += 1) sum += own[at]!;
  for (let at = 0; at < count; at += 1) {
    if (at + reach < count) sum += own[at + reach]!;
    if (at - reach - 1 >= 0) sum -= own[at - reach - 1]!;
    values[start + at * step] = sum;
  }
}
