/** The checksum of RFC 1950 (Adler 32): the sum of all bytes and 1, and the sum of its values after each byte. */
const BASE: u32 = 65521;
/** Bytes whose sums stay below 2^32: sixteen times half of 255 * 4096^2 / 16, and 4096 times what was before. */
const SUMMED_BYTES: usize = 4096;

let low: u32 = 1;
let high: u32 = 0;

export function beginSum(): void {
  low = 1;
  high = 0;
}

export function sum(): u32 {
  return (high << 16) | low;
}

export function addToSum(from: usize, bytes: usize): void {
  const end = from + bytes;
  for (let at = from; at < end; at += SUMMED_BYTES) addSome(at, min(end, at + SUMMED_BYTES));
}

function addSome(from: usize, end: usize): void {
  let bytes = i32x4.splat(0);
  // `before` sums the bytes before each sixteen; `weighted` sums the sixteen, each as often as it counts.
  let before = i32x4.splat(0);
  let weighted = i32x4.splat(0);
  let at = from;
  for (; at + 16 <= end; at += 16) {
    const here = v128.load(at);
    before = i32x4.add(before, bytes);
    bytes = i32x4.add(bytes, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(here)));
    const left = i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(here), i16x8(16, 15, 14, 13, 12, 11, 10, 9));
    const right = i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(here), i16x8(8, 7, 6, 5, 4, 3, 2, 1));
    weighted = i32x4.add(weighted, i32x4.add(left, right));
  }
  high += <u32>(at - from) * low + 16 * lanes(before) + lanes(weighted);
  low += lanes(bytes);
  for (; at < end; at++) {
    low += load<u8>(at);
    high += low;
  }
  low %= BASE;
  high %= BASE;
}

function lanes(four: v128): u32 {
  return (
    i32x4.extract_lane(four, 0) +
    i32x4.extract_lane(four, 1) +
    i32x4.extract_lane(four, 2) +
    i32x4.extract_lane(four, 3)
  );
}
