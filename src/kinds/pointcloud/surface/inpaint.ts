/** Sweeps that smooth what was filled: with a coarse start 40 leave a few percent of an error. */
const SWEEPS = 40;

/**
 * Fills gaps (NaN) of a grid in place, as a membrane that is held by the values around them. The start is an average of ever larger
 * squares, so that gaps of any size are filled in linear time.
 *
 * @returns false where the grid has no value at all
 */
export function inpaint(grid: Float32Array, width: number, height: number): boolean {
  const gaps = gapsOf(grid);
  if (gaps.length === grid.length) return false;
  if (gaps.length === 0) return true;
  fillByHalves(grid, width, height);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) for (const at of gaps) grid[at] = meanAround(grid, width, at);
  return true;
}

function gapsOf(grid: Float32Array): Uint32Array {
  const count = grid.reduce((sum, value) => sum + (Number.isNaN(value) ? 1 : 0), 0);
  const gaps = new Uint32Array(count);
  let end = 0;
  grid.forEach((value, at) => {
    if (Number.isNaN(value)) gaps[end++] = at;
  });
  return gaps;
}

function meanAround(grid: Float32Array, width: number, at: number): number {
  const column = at % width;
  let [sum, count] = [0, 0];
  if (column > 0) [sum, count] = [sum + grid[at - 1]!, count + 1];
  if (column < width - 1) [sum, count] = [sum + grid[at + 1]!, count + 1];
  if (at >= width) [sum, count] = [sum + grid[at - width]!, count + 1];
  if (at + width < grid.length) [sum, count] = [sum + grid[at + width]!, count + 1];
  return count === 0 ? grid[at]! : sum / count;
}

/** Takes what a gap gets from a grid of half the size, which is filled the same way. */
function fillByHalves(grid: Float32Array, width: number, height: number): void {
  if (width <= 1 && height <= 1) return;
  const [halfWidth, halfHeight] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const sums = new Float32Array(halfWidth * halfHeight);
  const counts = new Uint8Array(halfWidth * halfHeight);
  let hasGaps = false;
  grid.forEach((value, at) => {
    if (Number.isNaN(value)) return void (hasGaps = true);
    const half = (Math.floor(at / width) >> 1) * halfWidth + ((at % width) >> 1);
    sums[half]! += value;
    counts[half]! += 1;
  });
  if (!hasGaps) return;
  sums.forEach((sum, at) => void (sums[at] = counts[at] === 0 ? NaN : sum / counts[at]!));
  fillByHalves(sums, halfWidth, halfHeight);
  grid.forEach((value, at) => {
    if (!Number.isNaN(value)) return;
    grid[at] = between(sums, halfWidth, halfHeight, (at % width) / 2 - 0.25, Math.floor(at / width) / 2 - 0.25);
  });
}

/** The value at a place between the centres of cells. */
export function between(grid: Float32Array, width: number, height: number, x: number, y: number): number {
  const [left, top] = [Math.max(0, Math.min(width - 1, x)), Math.max(0, Math.min(height - 1, y))];
  const [x0, y0] = [Math.floor(left), Math.floor(top)];
  const [x1, y1] = [Math.min(width - 1, x0 + 1), Math.min(height - 1, y0 + 1)];
  const [shareX, shareY] = [left - x0, top - y0];
  const upper = grid[y0 * width + x0]! * (1 - shareX) + grid[y0 * width + x1]! * shareX;
  const lower = grid[y1 * width + x0]! * (1 - shareX) + grid[y1 * width + x1]! * shareX;
  return upper * (1 - shareY) + lower * shareY;
}
