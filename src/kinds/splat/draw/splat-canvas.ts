/** Pixels along a side of a tile: its red, green, blue and transmittances are 4 kB, which stay in the first cache of a processor. */
export const TILE = 16;
/** Numbers of one tile. */
export const TILE_NUMBERS = 4 * TILE * TILE;
/** Transmittance below which a pixel is opaque: what lies behind it cannot change a channel of 8 bits. */
export const OPAQUE = 1e-4;

/** A picture in tiles that is drawn from the front to the back. */
export interface SplatCanvas {
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  readonly rows: number;
  /** Tile by tile, row by row within: red, green, blue, times their alpha, and what is let through from behind. */
  readonly numbers: Float32Array;
  /** Pixels of each tile that are not opaque. */
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

/** Where the four numbers of a pixel are. */
export const placeOf = ({ columns }: SplatCanvas, x: number, y: number): number =>
  (Math.floor(y / TILE) * columns + Math.floor(x / TILE)) * TILE_NUMBERS + 4 * ((y % TILE) * TILE + (x % TILE));
