import type { SplatModel } from '../model/splat-model.ts';

/** Bits of a coordinate: three make a code of 30, which is a small integer. */
const BITS = 10;
const MOST = 2 ** BITS - 1;

/**
 * Splats along a space-filling curve, so that neighbours lie near each other in memory. Splats of the same cell of the curve stay in
 * their order.
 */
export function spatialOrder({ count, centres }: SplatModel): Uint32Array {
  const [x, y, z] = [0, 1, 2].map((axis) => createCoordinate(centres, count, axis)) as Coordinates;
  const codes = new Uint32Array(count);
  for (let index = 0; index < count; index += 1)
    codes[index] =
      spread(x(centres[3 * index]!)) |
      (spread(y(centres[3 * index + 1]!)) << 1) |
      (spread(z(centres[3 * index + 2]!)) << 2);
  return sortedBy(codes);
}

type Coordinate = (value: number) => number;
type Coordinates = [Coordinate, Coordinate, Coordinate];

/** Splats of which the range is taken at most. */
const SAMPLES = 10_000;
/** Share of splats at each end of an axis that do not count: single ones far away would leave all others in one cell. */
const OUTSIDE = 0.01;

function createCoordinate(centres: Float32Array, count: number, axis: number): Coordinate {
  const every = Math.max(1, Math.floor(count / SAMPLES));
  const values: number[] = [];
  for (let index = 0; index < count; index += every) values.push(centres[3 * index + axis]!);
  values.sort((a, b) => a - b);
  const low = values[Math.floor(OUTSIDE * values.length)]!;
  const high = values[values.length - 1 - Math.floor(OUTSIDE * values.length)]!;
  const scale = high > low ? MOST / (high - low) : 0;
  return (value) => Math.max(0, Math.min(MOST, Math.floor((value - low) * scale)));
}

/** Puts two zeros behind each of ten bits. */
function spread(value: number): number {
  let bits = value;
  bits = (bits | (bits << 16)) & 0x030000ff;
  bits = (bits | (bits << 8)) & 0x0300f00f;
  bits = (bits | (bits << 4)) & 0x030c30c3;
  return (bits | (bits << 2)) & 0x09249249;
}

/** Indices in the order of their codes of 30 bits: a radix sort of two passes. */
function sortedBy(codes: Uint32Array): Uint32Array {
  let [from, to] = [Uint32Array.from(codes, (_, index) => index), new Uint32Array(codes.length)];
  for (let shift = 0; shift < 3 * BITS; shift += 15) {
    const places = new Uint32Array(2 ** 15 + 1);
    for (const code of codes) places[((code >>> shift) & 0x7fff) + 1]! += 1;
    for (let digit = 1; digit < places.length; digit += 1) places[digit]! += places[digit - 1]!;
    for (const index of from) to[places[(codes[index]! >>> shift) & 0x7fff]!++] = index;
    [from, to] = [to, from];
  }
  return from;
}
