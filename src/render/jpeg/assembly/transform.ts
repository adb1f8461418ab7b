import {
  dot,
  factors,
  high,
  low,
  narrowed,
  r0,
  r1,
  r2,
  r3,
  r4,
  r5,
  r6,
  r7,
  transpose,
} from '../../../webassembly/assembly/eight-rows';

/**
 * The DCT of eight rows or columns at once, in the numbers of libjpeg's accurate one (`jfdctint`): cosines as multiples of 2^-13, two
 * more bits between rows and columns.
 */

/** All but the even numbers 0 and 4 of a pass, whose sums are left in `r0` and `r4`. */
function columns(shift: i32): void {
  const s0 = i16x8.add(r0, r7);
  const d0 = i16x8.sub(r0, r7);
  const s1 = i16x8.add(r1, r6);
  const d1 = i16x8.sub(r1, r6);
  const s2 = i16x8.add(r2, r5);
  const d2 = i16x8.sub(r2, r5);
  const s3 = i16x8.add(r3, r4);
  const d3 = i16x8.sub(r3, r4);
  // Even part: FIX(0.541196100), and it with FIX(0.765366865) and -FIX(1.847759065).
  const outer = i16x8.add(s0, s3);
  const inner = i16x8.add(s1, s2);
  r0 = i16x8.add(outer, inner);
  r4 = i16x8.sub(outer, inner);
  const outerLess = i16x8.sub(s0, s3);
  const innerLess = i16x8.sub(s1, s2);
  const a = low(outerLess, innerLess);
  const b = high(outerLess, innerLess);
  r2 = narrowed(dot(a, factors(10703, 4433)), dot(b, factors(10703, 4433)), shift);
  r6 = narrowed(dot(a, factors(4433, -10704)), dot(b, factors(4433, -10704)), shift);
  // Odd part: FIX(1.175875602) with -FIX(1.961570560), and with -FIX(0.390180644).
  const z3 = i16x8.add(d3, d1);
  const z4 = i16x8.add(d2, d0);
  const c = low(z3, z4);
  const d = high(z3, z4);
  const z3l = dot(c, factors(-6436, 9633));
  const z3h = dot(d, factors(-6436, 9633));
  const z4l = dot(c, factors(9633, 6437));
  const z4h = dot(d, factors(9633, 6437));
  // -FIX(0.899976223), with FIX(0.298631336) and FIX(1.501321110).
  const e = low(d3, d0);
  const f = high(d3, d0);
  r7 = narrowed(i32x4.add(dot(e, factors(-4927, -7373)), z3l), i32x4.add(dot(f, factors(-4927, -7373)), z3h), shift);
  r1 = narrowed(i32x4.add(dot(e, factors(-7373, 4926)), z4l), i32x4.add(dot(f, factors(-7373, 4926)), z4h), shift);
  // -FIX(2.562915447), with FIX(2.053119869) and FIX(3.072711026).
  const g = low(d2, d1);
  const h = high(d2, d1);
  r5 = narrowed(i32x4.add(dot(g, factors(-4176, -20995)), z4l), i32x4.add(dot(h, factors(-4176, -20995)), z4h), shift);
  r3 = narrowed(i32x4.add(dot(g, factors(-20995, 4177)), z3l), i32x4.add(dot(h, factors(-20995, 4177)), z3h), shift);
}

/** Eight samples, 128 less. */
function row(samples: usize): v128 {
  return i16x8.sub(v128.load8x8_u(samples), i16x8.splat(128));
}

/** Eight coefficients divided and rounded, halves away from zero. */
function quantized(values: v128, halves: usize, reciprocals: usize): v128 {
  const sign = i16x8.shr_s(values, 15);
  const size = i16x8.abs(values);
  const a = f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(size));
  const b = f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(size));
  const left = f32x4.mul(f32x4.add(a, v128.load(halves)), v128.load(reciprocals));
  const right = f32x4.mul(f32x4.add(b, v128.load(halves, 16)), v128.load(reciprocals, 16));
  const whole = i16x8.narrow_i32x4_s(i32x4.trunc_sat_f32x4_s(left), i32x4.trunc_sat_f32x4_s(right));
  return i16x8.sub(v128.xor(whole, sign), sign);
}

/** The coefficients of one block by row and column. */
export const coefficients: usize = memory.data(128, 16);
/** Bits of the coefficients that are not 0: of two rows each, by row and column. */
export let shown01: v128 = i64x2.splat(0);
export let shown23: v128 = i64x2.splat(0);
export let shown45: v128 = i64x2.splat(0);
export let shown67: v128 = i64x2.splat(0);

/** Transforms 8 x 8 samples and divides them. */
export function transform(samples: usize, stride: usize, halves: usize, reciprocals: usize): void {
  r0 = row(samples);
  r1 = row(samples + stride);
  r2 = row(samples + 2 * stride);
  r3 = row(samples + 3 * stride);
  r4 = row(samples + 4 * stride);
  r5 = row(samples + 5 * stride);
  r6 = row(samples + 6 * stride);
  r7 = row(samples + 7 * stride);
  transpose();
  columns(11);
  r0 = i16x8.shl(r0, 2);
  r4 = i16x8.shl(r4, 2);
  transpose();
  columns(15);
  const two = i16x8.splat(2);
  r0 = quantized(i16x8.shr_s(i16x8.add(r0, two), 2), halves, reciprocals);
  r4 = quantized(i16x8.shr_s(i16x8.add(r4, two), 2), halves + 128, reciprocals + 128);
  r1 = quantized(r1, halves + 32, reciprocals + 32);
  r2 = quantized(r2, halves + 64, reciprocals + 64);
  r3 = quantized(r3, halves + 96, reciprocals + 96);
  r5 = quantized(r5, halves + 160, reciprocals + 160);
  r6 = quantized(r6, halves + 192, reciprocals + 192);
  r7 = quantized(r7, halves + 224, reciprocals + 224);
  v128.store(coefficients, r0);
  v128.store(coefficients, r1, 16);
  v128.store(coefficients, r2, 32);
  v128.store(coefficients, r3, 48);
  v128.store(coefficients, r4, 64);
  v128.store(coefficients, r5, 80);
  v128.store(coefficients, r6, 96);
  v128.store(coefficients, r7, 112);
  shown01 = shown(r0, r1);
  shown23 = shown(r2, r3);
  shown45 = shown(r4, r5);
  shown67 = shown(r6, r7);
}

/** Bytes that are 255 where a number is not 0. */
function shown(a: v128, b: v128): v128 {
  const zero = i64x2.splat(0);
  return i8x16.narrow_i16x8_s(i16x8.ne(a, zero), i16x8.ne(b, zero));
}
