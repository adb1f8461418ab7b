/** Six numbers of GDAL: x = a0 + a1 column + a2 row, y = a3 + a4 column + a5 row, from the corner of the first pixel. */
export type Affine = readonly [number, number, number, number, number, number];

/** Position of a column and a row of pixels, which may lie between two. */
export const toPlane = ([x0, xColumn, xRow, y0, yColumn, yRow]: Affine, column: number, row: number) =>
  [x0 + xColumn * column + xRow * row, y0 + yColumn * column + yRow * row] as const;

/** Column and row of a position; whole numbers are corners of pixels. */
export function toPixel([x0, xColumn, xRow, y0, yColumn, yRow]: Affine, x: number, y: number) {
  const [dx, dy] = [x - x0, y - y0];
  const determinant = xColumn * yRow - xRow * yColumn;
  return [(dx * yRow - dy * xRow) / determinant, (dy * xColumn - dx * yColumn) / determinant] as const;
}

/** Whether a grid shows what it covers as in a mirror: its rows do not lie on the right of its columns, as they do on a map. */
export const isMirrored = ([, xColumn, xRow, , yColumn, yRow]: Affine): boolean => xColumn * yRow - xRow * yColumn > 0;

/** The same grid with its rows, `height` of them, in the opposite order. */
export function fromLastRow(affine: Affine, height: number): Affine {
  const [, xColumn, xRow, , yColumn, yRow] = affine;
  const [x, y] = toPlane(affine, 0, height);
  return [x, xColumn, -xRow, y, yColumn, -yRow];
}
