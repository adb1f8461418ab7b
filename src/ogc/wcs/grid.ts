import { type Box, type PixelWindow, shiftedTransform } from '../../kinds/raster/index.ts';

/** The pixels of a raster in a CRS: GDAL's six numbers (x, or longitude, first) and how many there are. */
export interface Grid {
  readonly geotransform: readonly number[];
  readonly width: number;
  readonly height: number;
}

/** Where a pixel's upper left corner lies; fractions of pixels are fine. */
export function positionAt(
  { geotransform }: Pick<Grid, 'geotransform'>,
  column: number,
  row: number,
): readonly [number, number] {
  const [x = 0, xColumn = 0, xRow = 0, y = 0, yColumn = 0, yRow = 0] = geotransform;
  return [x + column * xColumn + row * xRow, y + column * yColumn + row * yRow];
}

/** Column and row, with fractions, of a position. */
export function pixelAt({ geotransform }: Pick<Grid, 'geotransform'>, x: number, y: number): readonly [number, number] {
  const [x0 = 0, xColumn = 0, xRow = 0, y0 = 0, yColumn = 0, yRow = 0] = geotransform;
  const determinant = xColumn * yRow - xRow * yColumn;
  const [dx, dy] = [x - x0, y - y0];
  return [(dx * yRow - dy * xRow) / determinant, (dy * xColumn - dx * yColumn) / determinant];
}

/** Rows run along x and columns along y, from the upper left: what all programs can place. */
export function isNorthUp({ geotransform }: Grid): boolean {
  const [, xColumn = 0, xRow = 0, , yColumn = 0, yRow = 0] = geotransform;
  return xRow === 0 && yColumn === 0 && xColumn > 0 && yRow < 0;
}

/** The box around a grid's outer edges. */
export function boxOf(grid: Grid): Box {
  const corners = [
    [0, 0],
    [grid.width, 0],
    [0, grid.height],
    [grid.width, grid.height],
  ].map(([column = 0, row = 0]) => positionAt(grid, column, row));
  return boxAround(corners);
}

/** Positions that are no numbers are left out; null when none is left. */
export function boxAround(positions: Iterable<readonly [number, number]>): Box {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of positions) {
    if (!Number.isFinite(x) || !Number.isFinite(y)) continue;
    [minX, minY, maxX, maxY] = [Math.min(minX, x), Math.min(minY, y), Math.max(maxX, x), Math.max(maxY, y)];
  }
  return [minX, minY, maxX, maxY];
}

/** What two boxes share; undefined where they do not meet. */
export function shared(a: Box, b: Box): Box | undefined {
  const box: Box = [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
  return box[0] <= box[2] && box[1] <= box[3] ? box : undefined;
}

/** A part of a grid. */
export function gridOf({ geotransform }: Grid, window: PixelWindow): Grid {
  return { geotransform: shiftedTransform(geotransform, window), width: window.width, height: window.height };
}

/** A grid over a box with so many pixels, north up. */
export function gridOver([minX, minY, maxX, maxY]: Box, width: number, height: number): Grid {
  return { geotransform: [minX, (maxX - minX) / width, 0, maxY, 0, (minY - maxY) / height], width, height };
}

/** Rounding of what clients compute must neither win nor lose a pixel: a thousandth of one. */
const SLACK = 1e-3;

/**
 * The pixels whose centres lie in a box, or the one under it where it is smaller than a pixel: so the same pixels are meant
 * by a box of outer edges and by one of centres.
 *
 * @returns undefined where the box lies outside
 */
export function windowOf(grid: Grid, box: Box): PixelWindow | undefined {
  const corners = [
    [box[0], box[1]],
    [box[0], box[3]],
    [box[2], box[1]],
    [box[2], box[3]],
  ].map(([x = 0, y = 0]) => pixelAt(grid, x, y));
  const columns = centresWithin(
    corners.map(([column]) => column),
    grid.width,
  );
  const rows = centresWithin(
    corners.map(([, row]) => row),
    grid.height,
  );
  if (columns === undefined || rows === undefined) return undefined;
  return { column: columns[0], row: rows[0], width: columns[1] - columns[0], height: rows[1] - rows[0] };
}

/** @returns first, and the one behind the last */
function centresWithin(values: readonly number[], count: number): readonly [number, number] | undefined {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (high < -SLACK || low > count + SLACK) return undefined;
  const first = Math.max(0, Math.ceil(low - 0.5 - SLACK));
  const end = Math.min(count, Math.floor(high - 0.5 + SLACK) + 1);
  if (end > first) return [first, end];
  const under = Math.min(count - 1, Math.max(0, Math.floor((low + high) / 2 + SLACK)));
  return [under, under + 1];
}

/** The window of a grid whose pixels are exactly those of another one; undefined where they are not. */
export function alignedWindow(grid: Grid, { geotransform, width, height }: Grid): PixelWindow | undefined {
  const [x = 0, xColumn = 0, xRow = 0, y = 0, yColumn = 0, yRow = 0] = geotransform;
  const first = pixelAt(grid, x, y);
  const last = pixelAt(grid, x + width * xColumn + height * xRow, y + width * yColumn + height * yRow);
  // Zero without a sign.
  const [column, row] = [Math.round(first[0]) || 0, Math.round(first[1]) || 0];
  const isExact = [first[0] - column, first[1] - row, last[0] - column - width, last[1] - row - height].every(
    (away) => Math.abs(away) < SLACK,
  );
  const isInside = column >= 0 && row >= 0 && column + width <= grid.width && row + height <= grid.height;
  return isExact && isInside ? { column, row, width, height } : undefined;
}
