import { components, frame } from './tables';

/** Rows of chroma before they are stretched: three times the nearer row and once the other, with a sample more at both ends. */
const blueRow: usize = memory.data(2 * (1024 + 16), 16);
const redRow: usize = memory.data(2 * (1024 + 16), 16);

export function putGrey(output: usize): void {
  memory.copy(output, unchecked(components[0]).plane, frame.width * frame.height);
}

/** Puts the planes together: red, green, blue and 255 a pixel. */
export function putColours(output: usize): void {
  const luma = unchecked(components[0]).plane;
  const blue = unchecked(components[1]);
  const red = unchecked(components[2]);
  const width: usize = frame.width;
  const height: usize = frame.height;
  for (let y: usize = 0; y < height; y++) {
    const from = luma + y * width;
    const to = output + 4 * y * width;
    if (frame.across === 1) {
      putRow(from, blue.plane + y * width, red.plane + y * width, to, width);
      continue;
    }
    const near = frame.down === 1 ? y : y >> 1;
    // The nearer row lies above the middle of the lower pixel, and below that of the upper one.
    const other = frame.down === 1 ? y : <usize>max(0, min(<i32>blue.height - 1, <i32>near + ((y & 1) === 0 ? -1 : 1)));
    mixRows(blue.plane, near, other, blue.width, blueRow);
    mixRows(red.plane, near, other, red.width, redRow);
    putStretched(from, to, blue.width);
  }
}

/** Samples from the second place of the target on; the first and the last one stand at its ends once more. */
function mixRows(plane: usize, near: usize, other: usize, width: usize, target: usize): void {
  const nearRow = plane + near * width;
  const otherRow = plane + other * width;
  for (let x: usize = 0; x < width; x += 8) {
    const a = v128.load8x8_u(nearRow + x);
    const b = v128.load8x8_u(otherRow + x);
    v128.store(target + 2 + 2 * x, i16x8.add(i16x8.add(a, i16x8.shl(a, 1)), b));
  }
  store<u16>(target, load<u16>(target + 2));
  store<u16>(target + 2 + 2 * width, load<u16>(target + 2 * width));
}

/** Eight samples of chroma become sixteen, less 128: the nearer one counts three times. @param half 0 for left, 1 for right */
function stretched(row: usize, isRight: bool): v128 {
  const here = v128.load(row + 2);
  const three = i16x8.add(here, i16x8.shl(here, 1));
  const even = i16x8.shr_s(i16x8.add(i16x8.add(three, v128.load(row)), i16x8.splat(8)), 4);
  const odd = i16x8.shr_s(i16x8.add(i16x8.add(three, v128.load(row + 4)), i16x8.splat(7)), 4);
  const both = isRight
    ? v128.shuffle<i16>(even, odd, 4, 12, 5, 13, 6, 14, 7, 15)
    : v128.shuffle<i16>(even, odd, 0, 8, 1, 9, 2, 10, 3, 11);
  return i16x8.sub(both, i16x8.splat(128));
}

function putStretched(luma: usize, output: usize, width: usize): void {
  for (let x: usize = 0; x < width; x += 8) {
    const from = luma + 2 * x;
    const to = output + 8 * x;
    putEight(v128.load8x8_u(from), stretched(blueRow + 2 * x, false), stretched(redRow + 2 * x, false), to);
    putEight(v128.load8x8_u(from + 8), stretched(blueRow + 2 * x, true), stretched(redRow + 2 * x, true), to + 32);
  }
}

function putRow(luma: usize, blue: usize, red: usize, output: usize, width: usize): void {
  const middle = i16x8.splat(frame.isRgb ? 0 : 128);
  for (let x: usize = 0; x < width; x += 8) {
    const first = v128.load8x8_u(luma + x);
    const second = i16x8.sub(v128.load8x8_u(blue + x), middle);
    const third = i16x8.sub(v128.load8x8_u(red + x), middle);
    if (frame.isRgb) store8(first, second, third, output + 4 * x);
    else putEight(first, second, third, output + 4 * x);
  }
}

/** Eight pixels of luma and chroma as colours (ITU-T T.871, section 7), rounded as libjpeg does. */
function putEight(luma: v128, blue: v128, red: v128, output: usize): void {
  // 1.402 is 1 and 0.402; 1.772 is 2 less 0.228.
  const r = i16x8.add(luma, i16x8.add(red, i16x8.q15mulr_sat_s(red, i16x8.splat(13173))));
  const b = i16x8.add(luma, i16x8.add(i16x8.shl(blue, 1), i16x8.q15mulr_sat_s(blue, i16x8.splat(-7471))));
  // -0.34414, and 0.28586 less 1, in 2^-16.
  const parts = i16x8(-22554, 18734, -22554, 18734, -22554, 18734, -22554, 18734);
  const half = i32x4.splat(32768);
  const left = i32x4.dot_i16x8_s(v128.shuffle<i16>(blue, red, 0, 8, 1, 9, 2, 10, 3, 11), parts);
  const right = i32x4.dot_i16x8_s(v128.shuffle<i16>(blue, red, 4, 12, 5, 13, 6, 14, 7, 15), parts);
  const mixed = i16x8.narrow_i32x4_s(i32x4.shr_s(i32x4.add(left, half), 16), i32x4.shr_s(i32x4.add(right, half), 16));
  store8(r, i16x8.sub(i16x8.add(luma, mixed), red), b, output);
}

function store8(red: v128, green: v128, blue: v128, output: usize): void {
  const redGreen = interleaved(i8x16.narrow_i16x8_u(red, green));
  const blueOpaque = interleaved(i8x16.narrow_i16x8_u(blue, i16x8.splat(255)));
  v128.store(output, v128.shuffle<i16>(redGreen, blueOpaque, 0, 8, 1, 9, 2, 10, 3, 11));
  v128.store(output + 16, v128.shuffle<i16>(redGreen, blueOpaque, 4, 12, 5, 13, 6, 14, 7, 15));
}

/** The bytes of both halves by turns. */
function interleaved(halves: v128): v128 {
  return v128.shuffle<i8>(halves, halves, 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
}
