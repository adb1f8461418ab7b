/**
 * Samples spans of a patch of colours that show wholly or not at all: for each place the pixels below a tent across and a tent along.
 * `sampleSpan` does the same with fractions. Positions are whole numbers in 2^-32 of a pixel.
 */

/** Where weights lie: those of columns in fours, those of rows; and the colours of a span. 0 where nothing shows. */
export const ACROSS_AT: usize = 0x1000;
export const ALONG_AT: usize = 0x3000;
export const SPAN_AT: usize = 0x8000;
/** Places of a span that there is room for. */
export const MOST_PLACES: i32 = 8192;
/** Where the patch begins: at a whole page of memory. */
export const PATCH_AT: usize = 0x10000;
/** Places within a pixel that are told apart. */
export const PHASES: i32 = 256;

const ONE: f64 = 4294967296;

let width: i64 = 0;
let height: i64 = 0;
let rowBytes: usize = 0;
let first: usize = 0;

/** Around the patch lie as many pixels that do not show as tents reach. @param margin how many */
export function describePatch(patchWidth: i32, patchHeight: i32, margin: i32): void {
  width = (<i64>patchWidth) << 32;
  height = (<i64>patchHeight) << 32;
  rowBytes = 4 * <usize>(patchWidth + 2 * margin);
  first = PATCH_AT + <usize>margin * (rowBytes + 4);
}

let halfX: i64 = 0;
let halfY: i64 = 0;
let fours: usize = 0;
let rows: usize = 0;

/** Tents whose weights lie in memory. @param across fours of pixels that they reach; @param along rows */
export function describeTents(radiusX: f64, radiusY: f64, across: usize, along: usize): void {
  halfX = <i64>((radiusX + 0.5) * ONE);
  halfY = <i64>((radiusY + 0.5) * ONE);
  fours = across;
  rows = along;
}

/** The first two of four pixels as numbers of 16 bits, by turns: red of both, green of both, blue, alpha. */
function pair(four: v128): v128 {
  // -1 is a zero.
  return i8x16.swizzle(four, i8x16(0, -1, 4, -1, 1, -1, 5, -1, 2, -1, 6, -1, 3, -1, 7, -1));
}

function otherPair(four: v128): v128 {
  return i8x16.swizzle(four, i8x16(8, -1, 12, -1, 9, -1, 13, -1, 10, -1, 14, -1, 11, -1, 15, -1));
}

/** Pixels below a tent that is at most four wide: their weights are read once. */
function sumOfFour(first: usize, across: usize, along: usize, lastAlong: usize): v128 {
  const left = v128.load32_splat(across);
  const right = v128.load32_splat(across, 4);
  let sum = i32x4.splat(0);
  for (let at = along, row = first; at < lastAlong; at += 4, row += rowBytes) {
    const four = v128.load(row);
    const part = i32x4.add(i32x4.dot_i16x8_s(pair(four), left), i32x4.dot_i16x8_s(otherPair(four), right));
    sum = i32x4.add(sum, i32x4.mul(part, v128.load32_splat(at)));
  }
  return sum;
}

function sumOfAll(first: usize, across: usize, along: usize, lastAlong: usize): v128 {
  const end = across + 8 * fours;
  let sum = i32x4.splat(0);
  for (let at = along, row = first; at < lastAlong; at += 4, row += rowBytes) {
    let part = i32x4.splat(0);
    for (let weight = across, pixel = row; weight < end; weight += 8, pixel += 16) {
      const four = v128.load(pixel);
      part = i32x4.add(part, i32x4.dot_i16x8_s(pair(four), v128.load32_splat(weight)));
      part = i32x4.add(part, i32x4.dot_i16x8_s(otherPair(four), v128.load32_splat(weight, 4)));
    }
    sum = i32x4.add(sum, i32x4.mul(part, v128.load32_splat(at)));
  }
  return sum;
}

/** A sum of 2^16 weights where everything below the tent shows. */
const WHOLE: i32 = 255 << 16;

/** Colours are weighted by how much of them shows; the place itself shows wholly. */
function storeColour(sum: v128, target: usize): void {
  let colour: v128;
  if (i32x4.extract_lane(sum, 3) === WHOLE) {
    colour = i32x4.shr_u(i32x4.add(sum, i32x4.splat(32768)), 16);
  } else {
    const sums = f32x4.convert_i32x4_s(sum);
    colour = i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(sums, f32x4.splat(255 / f32x4.extract_lane(sums, 3)))));
  }
  const narrow = i16x8.narrow_i32x4_s(colour, colour);
  v128.store32_lane(target, i8x16.narrow_i16x8_u(narrow, narrow), 0);
}

/** Samples places at equal distances. @param x of the first one, in pixels of the patch */
export function sampleSpan(count: i32, x: f64, y: f64, stepX: f64, stepY: f64): void {
  let endX = <i64>(x * ONE) - halfX;
  let endY = <i64>(y * ONE) - halfY;
  const byX = <i64>(stepX * ONE);
  const byY = <i64>(stepY * ONE);
  const acrossBytes = 8 * fours;
  const alongBytes = 4 * rows;
  let target = SPAN_AT;
  for (const last = target + 4 * <usize>count; target < last; target += 4, endX += byX, endY += byY) {
    const hereX = endX + halfX;
    const hereY = endY + halfY;
    store<u32>(target, 0);
    // Numbers below zero are the largest ones without a sign.
    if (<u64>hereX >= <u64>width || <u64>hereY >= <u64>height) continue;
    if (load<u8>(first + <usize>(hereY >> 32) * rowBytes + 4 * <usize>(hereX >> 32), 3) === 0) continue;
    const left = (endX + 0xffffffff) >> 32;
    const top = (endY + 0xffffffff) >> 32;
    const across = ACROSS_AT + (<usize>(-endX >> 24) & (PHASES - 1)) * acrossBytes;
    const along = ALONG_AT + (<usize>(-endY >> 24) & (PHASES - 1)) * alongBytes;
    const pixel: usize = first + <usize>(<i32>top * <i32>rowBytes + 4 * <i32>left);
    const sum =
      fours === 1
        ? sumOfFour(pixel, across, along, along + alongBytes)
        : sumOfAll(pixel, across, along, along + alongBytes);
    storeColour(sum, target);
  }
}
