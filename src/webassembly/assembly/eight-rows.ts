/** What both DCTs of JPEG do with eight rows of eight numbers of 16 bits. */

/** Two factors for each pair of numbers: a sum of two products is one instruction. */
export function factors(first: i16, second: i16): v128 {
  return i16x8(first, second, first, second, first, second, first, second);
}

/** The first four numbers of two rows, in turns. */
export function low(a: v128, b: v128): v128 {
  return v128.shuffle<i16>(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
}

/** The last four numbers of two rows, in turns. */
export function high(a: v128, b: v128): v128 {
  return v128.shuffle<i16>(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
}

export function dot(a: v128, b: v128): v128 {
  return i32x4.dot_i16x8_s(a, b);
}

/** Divides two rows of four numbers of 32 bits by 2^shift, rounds them, and makes one row of 16 bits of them. */
export function narrowed(a: v128, b: v128, shift: i32): v128 {
  const half = i32x4.splat(1 << (shift - 1));
  return i16x8.narrow_i32x4_s(i32x4.shr_s(i32x4.add(a, half), shift), i32x4.shr_s(i32x4.add(b, half), shift));
}

/** The rows of the block that is transformed. */
export let r0: v128 = i64x2.splat(0);
export let r1: v128 = i64x2.splat(0);
export let r2: v128 = i64x2.splat(0);
export let r3: v128 = i64x2.splat(0);
export let r4: v128 = i64x2.splat(0);
export let r5: v128 = i64x2.splat(0);
export let r6: v128 = i64x2.splat(0);
export let r7: v128 = i64x2.splat(0);

/** Rows become columns: by turns, in three rounds. */
export function transpose(): void {
  const a0 = low(r0, r4);
  const a1 = high(r0, r4);
  const a2 = low(r1, r5);
  const a3 = high(r1, r5);
  const a4 = low(r2, r6);
  const a5 = high(r2, r6);
  const a6 = low(r3, r7);
  const a7 = high(r3, r7);
  const b0 = low(a0, a4);
  const b1 = high(a0, a4);
  const b2 = low(a1, a5);
  const b3 = high(a1, a5);
  const b4 = low(a2, a6);
  const b5 = high(a2, a6);
  const b6 = low(a3, a7);
  const b7 = high(a3, a7);
  r0 = low(b0, b4);
  r1 = high(b0, b4);
  r2 = low(b1, b5);
  r3 = high(b1, b5);
  r4 = low(b2, b6);
  r5 = high(b2, b6);
  r6 = low(b3, b7);
  r7 = high(b3, b7);
}
