/** Filter type 1, "sub": each byte less the same channel of the pixel to its left. */
const SUB: u8 = 1;

/**
 * Filters rows of pixels of four bytes, four pixels at once: reading goes on to 16 bytes beyond the pixels, writing beyond the target.
 * @param channels that are kept of each pixel: 1, 3 or 4
 */
export function filterRows(pixels: usize, rows: usize, width: usize, channels: usize, target: usize): void {
  const rowBytes: usize = width * channels + 1;
  for (let row: usize = 0; row < rows; row++) {
    const to = target + row * rowBytes;
    const from = pixels + 4 * row * width;
    store<u8>(to, SUB);
    // What is beyond the channels is written over.
    store<u32>(to + 1, load<u32>(from));
    const first = to + 1 + channels;
    if (channels === 3) filterColours(from + 4, from + 4 * width, first);
    else if (channels === 4) filterAll(from + 4, from + 4 * width, first);
    else filterGrey(from + 4, from + 4 * width, first);
  }
}

function differences(pixels: usize): v128 {
  return i8x16.sub(v128.load(pixels), v128.load(pixels - 4));
}

function filterColours(from: usize, end: usize, target: usize): void {
  for (let at = from, to = target; at < end; at += 16, to += 12) {
    const four = differences(at);
    v128.store(to, v128.shuffle<i8>(four, four, 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 3, 7, 11, 15));
  }
}

function filterAll(from: usize, end: usize, target: usize): void {
  for (let at = from, to = target; at < end; at += 16, to += 16) v128.store(to, differences(at));
}

function filterGrey(from: usize, end: usize, target: usize): void {
  for (let at = from, to = target; at < end; at += 16, to += 4) {
    const four = differences(at);
    v128.store32_lane(to, v128.shuffle<i8>(four, four, 0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12), 0);
  }
}
