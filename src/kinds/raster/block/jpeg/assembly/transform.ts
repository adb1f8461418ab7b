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
} from '../../../../../webassembly/assembly/eight-rows';
import { coefficients, last } from './coefficients';

/**
 * The inverse DCT with eight columns at once, in the numbers of libjpeg's accurate one (`jidctint`): cosines as multiples of 2^-13,
 * two more bits between columns and rows.
 */

function columns(shift: i32): void {
  // Even part: FIX(0.541196100), and it with -FIX(1.847759065) and FIX(0.765366865).
  const a = low(r2, r6);
  const b = high(r2, r6);
  const even2 = factors(4433, -10704);
  const even3 = factors(10703, 4433);
  const t2l = dot(a, even2);
  const t2h = dot(b, even2);
  const t3l = dot(a, even3);
  const t3h = dot(b, even3);
  const sum = i16x8.add(r0, r4);
  const difference = i16x8.sub(r0, r4);
  const t0l = i32x4.shl(i32x4.extend_low_i16x8_s(sum), 13);
  const t0h = i32x4.shl(i32x4.extend_high_i16x8_s(sum), 13);
  const t1l = i32x4.shl(i32x4.extend_low_i16x8_s(difference), 13);
  const t1h = i32x4.shl(i32x4.extend_high_i16x8_s(difference), 13);
  // Odd part.
  const z3 = i16x8.add(r7, r3);
  const z4 = i16x8.add(r5, r1);
  const c = low(z3, z4);
  const d = high(z3, z4);
  // FIX(1.175875602) with -FIX(1.961570560), and with -FIX(0.390180644).
  const third = factors(-6436, 9633);
  const fourth = factors(9633, 6437);
  const z3l = dot(c, third);
  const z3h = dot(d, third);
  const z4l = dot(c, fourth);
  const z4h = dot(d, fourth);
  const e = low(r7, r1);
  const f = high(r7, r1);
  // -FIX(0.899976223), with FIX(0.298631336) and FIX(1.501321110).
  const seventh = factors(-4927, -7373);
  const first = factors(-7373, 4926);
  const o0l = i32x4.add(dot(e, seventh), z3l);
  const o0h = i32x4.add(dot(f, seventh), z3h);
  const o3l = i32x4.add(dot(e, first), z4l);
  const o3h = i32x4.add(dot(f, first), z4h);
  const g = low(r5, r3);
  const h = high(r5, r3);
  // -FIX(2.562915447), with FIX(2.053119869) and FIX(3.072711026).
  const fifth = factors(-4176, -20995);
  const tail = factors(-20995, 4177);
  const o1l = i32x4.add(dot(g, fifth), z4l);
  const o1h = i32x4.add(dot(h, fifth), z4h);
  const o2l = i32x4.add(dot(g, tail), z3l);
  const o2h = i32x4.add(dot(h, tail), z3h);
  const e0l = i32x4.add(t0l, t3l);
  const e0h = i32x4.add(t0h, t3h);
  const e3l = i32x4.sub(t0l, t3l);
  const e3h = i32x4.sub(t0h, t3h);
  const e1l = i32x4.add(t1l, t2l);
  const e1h = i32x4.add(t1h, t2h);
  const e2l = i32x4.sub(t1l, t2l);
  const e2h = i32x4.sub(t1h, t2h);
  r0 = narrowed(i32x4.add(e0l, o3l), i32x4.add(e0h, o3h), shift);
  r7 = narrowed(i32x4.sub(e0l, o3l), i32x4.sub(e0h, o3h), shift);
  r1 = narrowed(i32x4.add(e1l, o2l), i32x4.add(e1h, o2h), shift);
  r6 = narrowed(i32x4.sub(e1l, o2l), i32x4.sub(e1h, o2h), shift);
  r2 = narrowed(i32x4.add(e2l, o1l), i32x4.add(e2h, o1h), shift);
  r5 = narrowed(i32x4.sub(e2l, o1l), i32x4.sub(e2h, o1h), shift);
  r3 = narrowed(i32x4.add(e3l, o0l), i32x4.add(e3h, o0h), shift);
  r4 = narrowed(i32x4.sub(e3l, o0l), i32x4.sub(e3h, o0h), shift);
}

function row(quantizer: usize, at: usize): v128 {
  return i16x8.mul(v128.load(coefficients + at), v128.load(quantizer + at));
}

/** Samples, which are 128 more than their transform tells. */
function put(a: v128, b: v128, target: usize, stride: usize): void {
  const samples = v128.xor(i8x16.narrow_i16x8_s(a, b), i8x16.splat(-128));
  v128.store64_lane(target, samples, 0);
  v128.store64_lane(target + stride, samples, 1);
}

/** Transforms the coefficients of one block into 8 x 8 samples. */
export function transform(quantizer: usize, target: usize, stride: usize): void {
  if (last === 0) return putFlat(quantizer, target, stride);
  r0 = row(quantizer, 0);
  r1 = row(quantizer, 16);
  r2 = row(quantizer, 32);
  r3 = row(quantizer, 48);
  r4 = row(quantizer, 64);
  r5 = row(quantizer, 80);
  r6 = row(quantizer, 96);
  r7 = row(quantizer, 112);
  columns(11);
  transpose();
  columns(18);
  transpose();
  put(r0, r1, target, stride);
  put(r2, r3, target + 2 * stride, stride);
  put(r4, r5, target + 4 * stride, stride);
  put(r6, r7, target + 6 * stride, stride);
}

/** All samples of a block without anything but DC are the same. */
function putFlat(quantizer: usize, target: usize, stride: usize): void {
  const dc: i32 = <i16>(<i32>load<i16>(coefficients) * load<i16>(quantizer));
  // As both passes round it: the first one to four times of it, the second one to a 32th of that.
  const sample = max(-128, min(127, ((dc << 2) + 16) >> 5));
  const samples = i8x16.splat(<i8>(sample ^ -128));
  for (let line: usize = 0; line < 8; line++) v128.store64_lane(target + line * stride, samples, 0);
}
