import { factors } from '../../../webassembly/assembly/eight-rows';

/** Colours of a strip of pixels as luma and chroma (ITU-T T.871, section 7), in the numbers of libjpeg. */

/** Eight pixels as reds with greens, and blues with greens, by turns in 16 bits. */
let redGreen0: v128 = i64x2.splat(0);
let redGreen1: v128 = i64x2.splat(0);
let blueGreen0: v128 = i64x2.splat(0);
let blueGreen1: v128 = i64x2.splat(0);

function loadEight(pixels: usize): void {
  const a = v128.load(pixels);
  const b = v128.load(pixels, 16);
  const zero = i64x2.splat(0);
  redGreen0 = v128.shuffle<i8>(a, zero, 0, 16, 1, 16, 4, 16, 5, 16, 8, 16, 9, 16, 12, 16, 13, 16);
  redGreen1 = v128.shuffle<i8>(b, zero, 0, 16, 1, 16, 4, 16, 5, 16, 8, 16, 9, 16, 12, 16, 13, 16);
  blueGreen0 = v128.shuffle<i8>(a, zero, 2, 16, 1, 16, 6, 16, 5, 16, 10, 16, 9, 16, 14, 16, 13, 16);
  blueGreen1 = v128.shuffle<i8>(b, zero, 2, 16, 1, 16, 6, 16, 5, 16, 10, 16, 9, 16, 14, 16, 13, 16);
}

/** Eight sums of weighted colours in 2^-16, as bytes in the lower half: of two lots of pairs, in two vectors each. */
function weighted(a0: v128, a1: v128, first: v128, b0: v128, b1: v128, second: v128, base: v128): v128 {
  const low = i32x4.add(i32x4.add(i32x4.dot_i16x8_s(a0, first), i32x4.dot_i16x8_s(b0, second)), base);
  const high = i32x4.add(i32x4.add(i32x4.dot_i16x8_s(a1, first), i32x4.dot_i16x8_s(b1, second)), base);
  const sums = i16x8.narrow_i32x4_s(i32x4.shr_s(low, 16), i32x4.shr_s(high, 16));
  return i8x16.narrow_i16x8_u(sums, sums);
}

function doubled(values: v128): v128 {
  return i16x8.shl(values, 1);
}

/**
 * Converts a row of pixels, eight at once: reading and writing go on to a multiple of eight.
 * @param chroma whether blue and red differences are wanted
 */
export function convertRow(pixels: usize, width: usize, luma: usize, blue: usize, red: usize, chroma: bool): void {
  const half = i32x4.splat(32768);
  // The middle of chroma is 128; a sum that is a half is rounded down.
  const middle = i32x4.splat((128 << 16) + 32767);
  for (let x: usize = 0; x < width; x += 8) {
    loadEight(pixels + 4 * x);
    // 0.299, 0.587 in two parts, 0.114.
    const y = weighted(redGreen0, redGreen1, factors(19595, 22086), blueGreen0, blueGreen1, factors(7471, 16384), half);
    v128.store64_lane(luma + x, y, 0);
    if (!chroma) continue;
    // A half is one of 2^15, which is not a number of 16 bits: twice a quarter.
    const twice = factors(16384, 0);
    const b = weighted(
      redGreen0,
      redGreen1,
      factors(-11059, -21709),
      doubled(blueGreen0),
      doubled(blueGreen1),
      twice,
      middle,
    );
    v128.store64_lane(blue + x, b, 0);
    const r = weighted(
      blueGreen0,
      blueGreen1,
      factors(-5329, -27439),
      doubled(redGreen0),
      doubled(redGreen1),
      twice,
      middle,
    );
    v128.store64_lane(red + x, r, 0);
  }
}

/** Repeats the last sample of a row. */
export function extendRow(row: usize, width: usize, to: usize): void {
  if (to > width) memory.fill(row + width, load<u8>(row + width - 1), to - width);
}

/** Means of two by two samples, rounded up and down by turns as libjpeg does. @param width of the target */
export function halveRows(upper: usize, lower: usize, target: usize, width: usize): void {
  const rounding = i32x4.splat(0x0002_0001);
  for (let x: usize = 0; x < width; x += 8) {
    const a = i16x8.extadd_pairwise_i8x16_u(v128.load(upper + 2 * x));
    const b = i16x8.extadd_pairwise_i8x16_u(v128.load(lower + 2 * x));
    const means = i16x8.shr_u(i16x8.add(i16x8.add(a, b), rounding), 2);
    v128.store64_lane(target + x, i8x16.narrow_i16x8_u(means, means), 0);
  }
}
