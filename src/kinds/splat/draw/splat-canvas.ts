/** Side of a tile, in pixels. Its values take 4 kB, which fit the first cache of a processor. */
export const TILE = 16;
/** Numbers per tile. */
export const TILE_NUMBERS = 4 * TILE * TILE;
/** Transmittance below which a pixel counts as opaque: splats behind it cannot change an 8-bit channel. */
export const OPAQUE = 1e-4;

/** Picture in tiles, drawn from front to back. */
export interface SplatCanvas {
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  readonly rows: number;
  /** Red, green and blue, multiplied by alpha, and transmittance per pixel; tile by tile, row by row. */
  readonly numbers: Float32Array;
  /** Number of pixels that are not opaque, per tile. */
  readonly open: Uint16Array;
}

export function createSplatCanvas(width: number, height: number): SplatCanvas {
  const [columns, rows] = [Math.ceil(width / TILE), Math.ceil(height / TILE)];
  const numbers = new Float32Array(columns * rows * TILE_NUMBERS);
  for (let at = 3; at < numbers.length; at += 4) numbers[at] = 1;
  const open = new Uint16Array(columns * rows);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      open[row * columns + column] = Math.min(TILE, width - column * TILE) * Math.min(TILE, height - row * TILE);
  return { width, height, columns, rows, numbers, open };
}

/** Index of the first number of a pixel. */
export const placeOf = ({ columns }: SplatCanvas, x: number, y: number): number =>
  (Math.floor(y / TILE) * columns + Math.floor(x / TILE)) * TILE_NUMBERS + 4 * ((y % TILE) * TILE + (x % TILE));
