import type { SplatModel } from '../model/splat-model.ts';
import { ADVANCE_EVERY } from './advance.ts';

/** Bits of a coordinate on the curve: cells are a millionth of the scene wide. */
export const CURVE_BITS = 20;
const HALF_BITS = CURVE_BITS / 2;
const MOST = 2 ** CURVE_BITS - 1;
/** Bits per pass of the radix sort. The table of 32,768 counts fits the second cache of a processor. */
const DIGIT_BITS = 15;

export interface SpatialOrder {
  /** Splat per position. */
  readonly order: Uint32Array<SharedArrayBuffer>;
  /** Codes of the curve per position, from the upper 10 bits of each coordinate (`upper`) and from the lower 10 (`lower`). */
  readonly upper: Uint32Array;
  readonly lower: Uint32Array;
  /** Corner and side of the cube that the curve fills. Splats outside belong to the cells at its faces. */
  readonly min: readonly [number, number, number];
  readonly side: number;
}

/**
 * Sorts splats along a Morton curve: neighbours lie near each other in memory, and cubes of space are ranges. Splats of one cell keep
 * their order.
 *
 * @param tick called regularly, as a sign of progress
 */
export function spatialOrder({ count, centres }: SplatModel, tick: () => void = () => undefined): SpatialOrder {
  const ranges = [0, 1, 2].map((axis) => rangeOf(centres, count, axis));
  const [x, y, z] = ranges.map(({ low }) => low) as [number, number, number];
  const side = Math.max(...ranges.map(({ low, high }) => high - low));
  const scale = side > 0 ? 2 ** CURVE_BITS / side : 0;
  const [upper, lower] = [new Uint32Array(count), new Uint32Array(count)];
  for (let index = 0; index < count; index += 1) {
    if (index % ADVANCE_EVERY === 0) tick();
    const i = cellOf(centres[3 * index]!, x, scale);
    const j = cellOf(centres[3 * index + 1]!, y, scale);
    const k = cellOf(centres[3 * index + 2]!, z, scale);
    upper[index] = interleave(i >> HALF_BITS, j >> HALF_BITS, k >> HALF_BITS);
    lower[index] = interleave(i & (2 ** HALF_BITS - 1), j & (2 ** HALF_BITS - 1), k & (2 ** HALF_BITS - 1));
  }
  const order = sortedBy([lower, upper], tick);
  return { order, upper: inOrder(upper, order), lower: inOrder(lower, order), min: [x, y, z], side };
}

function inOrder(codes: Uint32Array, order: Uint32Array): Uint32Array {
  const ordered = new Uint32Array(codes.length);
  for (let place = 0; place < order.length; place += 1) ordered[place] = codes[order[place]!]!;
  return ordered;
}

/** Maximum number of splats that a range is taken of. */
const SAMPLES = 10_000;
/** Share of splats at each end of an axis that is ignored. Outliers would leave all others in one cell. */
const OUTSIDE = 0.01;

function rangeOf(centres: Float32Array, count: number, axis: number): { readonly low: number; readonly high: number } {
  const every = Math.max(1, Math.floor(count / SAMPLES));
  const values: number[] = [];
  for (let index = 0; index < count; index += every) values.push(centres[3 * index + axis]!);
  values.sort((a, b) => a - b);
  const outside = Math.floor(OUTSIDE * values.length);
  return { low: values[outside] ?? 0, high: values[values.length - 1 - outside] ?? 0 };
}

const cellOf = (value: number, low: number, scale: number): number =>
  Math.max(0, Math.min(MOST, Math.floor((value - low) * scale)));

const interleave = (x: number, y: number, z: number): number => spread(x) | (spread(y) << 1) | (spread(z) << 2);

/** Inserts two zeros after each of ten bits. */
function spread(value: number): number {
  let bits = value;
  bits = (bits | (bits << 16)) & 0x030000ff;
  bits = (bits | (bits << 8)) & 0x0300f00f;
  bits = (bits | (bits << 4)) & 0x030c30c3;
  return (bits | (bits << 2)) & 0x09249249;
}

/** Sorts indices by 30-bit codes with a radix sort. @param codes least significant first */
function sortedBy(codes: readonly Uint32Array[], tick: () => void): Uint32Array<SharedArrayBuffer> {
  const count = codes[0]!.length;
  let from = new Uint32Array(new SharedArrayBuffer(4 * count));
  let to = new Uint32Array(new SharedArrayBuffer(4 * count));
  for (let index = 0; index < count; index += 1) from[index] = index;
  for (const digits of codes)
    for (let shift = 0; shift < 3 * HALF_BITS; shift += DIGIT_BITS) {
      const places = new Uint32Array(2 ** DIGIT_BITS + 1);
      const mask = 2 ** DIGIT_BITS - 1;
      for (let index = 0; index < count; index += 1) places[((digits[index]! >>> shift) & mask) + 1]! += 1;
      for (let digit = 1; digit < places.length; digit += 1) places[digit]! += places[digit - 1]!;
      for (let at = 0; at < count; at += 1) {
        if (at % ADVANCE_EVERY === 0) tick();
        const index = from[at]!;
        const digit = (digits[index]! >>> shift) & mask;
        to[places[digit]!] = index;
        places[digit]! += 1;
      }
      const sorted = to;
      to = from;
      from = sorted;
    }
  return from;
}
