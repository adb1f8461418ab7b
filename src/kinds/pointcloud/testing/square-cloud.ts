import { lasBytes } from './las-bytes.ts';

/** Points a side of the square. */
export const SIDE = 100;
/** Lowest corner, in metres; points lie a metre from each other. */
export const CORNER = [500_000, 5_400_000, 300] as const;

/**
 * A LAS file of format 2 with two colours: the western half red, of class 2 (ground), the eastern blue, of class 6 (building) and ten
 * metres higher.
 */
export function squareCloud(): Buffer {
  const points = Buffer.alloc(26 * SIDE * SIDE);
  for (let index = 0; index < SIDE * SIDE; index += 1) {
    const [column, row] = [index % SIDE, Math.floor(index / SIDE)];
    const isEast = column >= SIDE / 2;
    const at = 26 * index;
    points.writeInt32LE(column * 1000, at);
    points.writeInt32LE(row * 1000, at + 4);
    points.writeInt32LE(isEast ? 10_000 : 0, at + 8);
    points.writeUInt16LE(index, at + 12);
    points.writeUInt8(0b0000_1001, at + 14);
    points.writeUInt8(isEast ? 6 : 2, at + 15);
    points.writeUInt16LE(isEast ? 0 : 65_535, at + 20);
    points.writeUInt16LE(isEast ? 65_535 : 0, at + 24);
  }
  const [x, y, z] = CORNER;
  return lasBytes({
    format: 2,
    points,
    scale: [0.001, 0.001, 0.001],
    offset: [...CORNER],
    bounds: [x, y, z, x + SIDE - 1, y + SIDE - 1, z + 10],
  });
}
