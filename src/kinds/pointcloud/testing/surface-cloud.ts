import { lasBytes, projectedKeys } from './las-bytes.ts';
import { numbersOf } from '../../testing/random-numbers.ts';

/** A surface that is seen by a scanner: a point in each square. */
export interface Surface {
  /** South-west corner. */
  readonly origin: readonly [number, number];
  /** Squares to the east and to the north. */
  readonly squares: readonly [number, number];
  /** Side of a square. */
  readonly step: number;
  /** EPSG number of a projected CRS; null: none. */
  readonly crs: number | null;
  /** Height of the point in a square; squares are counted from the south-west. */
  readonly height: (column: number, row: number) => number;
  /** 0 to 255; absent: a cloud without colours. */
  readonly colour?: (column: number, row: number) => readonly number[];
  /** Steps of a colour's value: 257 as the standard wants it, 1 as some programs write it. */
  readonly colourStep?: 1 | 257;
  /** Seed of the places of points anywhere in their squares; absent: they are in the middle. */
  readonly seed?: number;
  /** Classes of points; 2 without. */
  readonly classOf?: (column: number, row: number) => number;
}

const SCALE = 0.001;
const POINT_BYTES = 36;

/** The surface as a LAS file of format 7. */
export function surfaceLas(surface: Surface): Buffer {
  const { origin, squares, step, crs, height, colour, colourStep = 257, classOf = () => 2, seed } = surface;
  const within = seed === undefined ? () => 0.5 : numbersOf(seed);
  const [columns, rows] = squares;
  const points = Buffer.alloc(POINT_BYTES * columns * rows);
  let [low, high] = [Infinity, -Infinity];
  for (let row = 0, at = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1, at += POINT_BYTES) {
      const z = height(column, row);
      [low, high] = [Math.min(low, z), Math.max(high, z)];
      points.writeInt32LE(Math.round(((column + within()) * step) / SCALE), at);
      points.writeInt32LE(Math.round(((row + within()) * step) / SCALE), at + 4);
      points.writeInt32LE(Math.round(z / SCALE), at + 8);
      points.writeUInt8(0x11, at + 14);
      points.writeUInt8(classOf(column, row), at + 16);
      colour?.(column, row).forEach((value, band) => points.writeUInt16LE(value * colourStep, at + 30 + 2 * band));
    }
  return lasBytes({
    minor: 4,
    format: 7,
    points,
    records: crs === null ? [] : [projectedKeys(crs)],
    scale: [SCALE, SCALE, SCALE],
    offset: [...origin, 0],
    bounds: [...origin, low, origin[0] + columns * step, origin[1] + rows * step, high],
  });
}
