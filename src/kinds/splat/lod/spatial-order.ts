import type { SplatModel } from '../model/splat-model.ts';
import { ADVANCE_EVERY } from './advance.ts';

/** Cells of the curve along a side, as bits: a splat a millionth as large as the scene has a cell. */
export const CURVE_BITS = 20;
const HALF_BITS = CURVE_BITS / 2;
const MOST = 2 ** CURVE_BITS - 1;
/** Bits of one pass of the radix sort: its table of 32,768 counts stays in the cache. */
const DIGIT_BITS = 15;

export interface SpatialOrder {
  /** Splat at each place. */
  readonly order: Uint32Array<SharedArrayBuffer>;
  /** Codes of the curve by place: the upper 10 bits of each coordinate, and the lower ones. */
  readonly upper: Uint32Array;
  readonly lower: Uint32Array;
  /** Corner and side of the cube that the curve fills. What lies outside is in the cells at its faces. */
  readonly min: readonly [number, number, number];
  readonly side: number;
}

/**
 * Splats along a space-filling curve (Morton's), so that neighbours lie near each other in memory, and cubes of space are ranges.
 * Splats of the same cell stay in their order.
 *
 * @param tick is called again and again on the way
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

/** Splats of which the range is taken at most. */
const SAMPLES = 10_000;
/** Share of splats at each end of an axis that do not count: single ones far away would leave all others in one cell. */
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

/** Puts two zeros behind each of ten bits. */
function spread(value: number): number {
  let bits = value;
  bits = (bits | (bits << 16)) & 0x030000ff;
  bits = (bits | (bits << 8)) & 0x0300f00f;
  bits = (bits | (bits << 4)) & 0x030c30c3;
  return (bits | (bits << 2)) & 0x09249249;
}

/** Indices by codes of 30 bits, the least significant codes first: a radix sort. */
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
