import type { GeoBounds } from '../../../geodata/geometry.ts';

/**
 * Positions of tiles are counted in worlds: x and y from 0 in the north-west corner of Web Mercator to 1 in the south-east.
 * A tile of zoom z is 2^-z of it, and has 4096 units a side in which its geometries are written.
 */
export interface TileAddress {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** A box in worlds. */
export interface Box {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/** Bytes that a tile has at most when it is unpacked, which those are sent who do not take gzip. */
export const MAX_PLAIN_BYTES = 16 * 2 ** 20;

/** Units a side of a tile, and those around it that are drawn too, so that lines end outside of what is seen. */
export const EXTENT = 4096;
export const BUFFER = 80;

/** Beyond it Web Mercator soon has no number; it lies far outside of the square of tiles, at 85.05 degrees. */
const LAST_LATITUDE = 89.99;
const RADIANS = Math.PI / 180;

export const worldX = (longitude: number): number => longitude / 360 + 0.5;

export function worldY(latitude: number): number {
  const sine = Math.sin(Math.max(-LAST_LATITUDE, Math.min(LAST_LATITUDE, latitude)) * RADIANS);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

export const longitudeOf = (x: number): number => (x - 0.5) * 360;
export const latitudeOf = (y: number): number => Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) / RADIANS;

/** A tile with its buffer. */
export function bufferedBox({ z, x, y }: TileAddress): Box {
  const side = 2 ** -z;
  const margin = (side * BUFFER) / EXTENT;
  return {
    minX: x * side - margin,
    minY: y * side - margin,
    maxX: (x + 1) * side + margin,
    maxY: (y + 1) * side + margin,
  };
}

export function toDegrees({ minX, minY, maxX, maxY }: Box): GeoBounds {
  return [longitudeOf(minX), latitudeOf(maxY), longitudeOf(maxX), latitudeOf(minY)];
}

export function childrenOf({ z, x, y }: TileAddress): readonly TileAddress[] {
  return [
    { z: z + 1, x: 2 * x, y: 2 * y },
    { z: z + 1, x: 2 * x + 1, y: 2 * y },
    { z: z + 1, x: 2 * x, y: 2 * y + 1 },
    { z: z + 1, x: 2 * x + 1, y: 2 * y + 1 },
  ];
}
