import type { Look } from './looks.ts';
import { mixRows, threeTaps } from './mix-rows.ts';
import type { StoredPicture } from './picture-files.ts';
import type { PictureReader } from './picture-reader.ts';
import type { Rectangle } from './rectangles.ts';
import type { Target } from './target.ts';
import { type Taps, tapsOf } from './taps.ts';

/** Draws part of a picture, made smaller, at a place of the target. */
export function drawRectangle(
  target: Target,
  x: number,
  y: number,
  rectangle: Rectangle,
  { picture, colour }: Look,
  reader: PictureReader,
): void {
  const source = picture!;
  const level = levelFor(source, rectangle.scale);
  if (isCopy(target, source, level, rectangle) && isWhite(colour)) {
    copyRectangle(target, x, y, rectangle, source, level, reader);
    return;
  }
  const { across, down } = tapsFor(source, level, rectangle);
  const few = isOpaque(target, source) && isWhite(colour) ? { across: threeTaps(across), down: threeTaps(down) } : null;
  if (few?.across && few.down) {
    mixRows(target, x, y, { picture: source, level, ...across }, { across: few.across, down: few.down }, reader);
    return;
  }
  const rows = resampledRows(source, level, across, reader);
  const sums = new Float32Array(rectangle.width * source.channels);
  for (let row = 0; row < rectangle.height; row += 1) {
    sums.fill(0);
    for (let tap = down.start[row]!; tap < down.start[row + 1]!; tap += 1)
      addRow(sums, rows(down.index[tap]!), down.weight[tap]!);
    writeRow(target, (y + row) * target.width + x, sums, source.channels, colour);
  }
}

const isWhite = (colour: Look['colour']): boolean => colour.every((value) => value === 255);

/** Whether pixels of the result are pixels of a level. */
const isCopy = (target: Target, source: StoredPicture, level: number, rectangle: Rectangle): boolean =>
  rectangle.scale === 2 ** level && isOpaque(target, source) && !rectangle.repeatsAcross && !rectangle.repeatsDown;

const isOpaque = (target: Target, source: StoredPicture): boolean => source.channels === 3 && target.channels === 3;

/** Copies rows; beyond the borders of the picture its border pixels are repeated. */
function copyRectangle(
  { data, width: across }: Target,
  x: number,
  y: number,
  { left, top, width, height }: Rectangle,
  source: StoredPicture,
  number: number,
  reader: PictureReader,
): void {
  const level = source.levels[number]!;
  const from = Math.min(level.width - 1, Math.max(0, left));
  const end = Math.max(from + 1, Math.min(level.width, left + width));
  for (let row = 0; row < height; row += 1) {
    const first = 3 * ((y + row) * across + x);
    const inLevel = Math.min(level.height - 1, Math.max(0, top + row));
    const start = first + 3 * (from - left);
    const stop = first + 3 * (end - left);
    reader.copy(source, number, inLevel, from, end, data, start);
    for (let at = start - 1; at >= first; at -= 1) data[at] = data[at + 3]!;
    for (let at = stop; at < first + 3 * width; at += 1) data[at] = data[at - 3]!;
  }
}

/** The coarsest level that is finer than the result, or as fine. */
function levelFor({ levels }: StoredPicture, scale: number): number {
  return Math.min(levels.length - 1, Math.max(0, Math.floor(Math.log2(scale) + 1e-9)));
}

function tapsFor(picture: StoredPicture, level: number, rectangle: Rectangle): { across: Taps; down: Taps } {
  const { scale, left, top, width, height, repeatsAcross, repeatsDown } = rectangle;
  const step = 2 ** level;
  return {
    across: tapsOf({ from: left, count: width, scale, size: picture.width, step, repeats: repeatsAcross }),
    down: tapsOf({ from: top, count: height, scale, size: picture.height, step, repeats: repeatsDown }),
  };
}

/** Rows that are kept: those of a pixel of the result, which its neighbour below shares in part. */
const KEPT_ROWS = 4;

/** Rows of a level, made as wide as the result; colours of pictures with alpha are multiplied by it. */
function resampledRows(picture: StoredPicture, level: number, taps: Taps, reader: PictureReader) {
  const { channels } = picture;
  const pixels = new Uint8Array((taps.end - taps.first) * channels);
  const kept = Array.from({ length: KEPT_ROWS }, () => ({
    row: -1,
    values: new Float32Array((taps.start.length - 1) * channels),
  }));
  return (row: number): Float32Array => {
    const slot = kept[row % KEPT_ROWS]!;
    if (slot.row === row) return slot.values;
    reader.copy(picture, level, row, taps.first, taps.end, pixels, 0);
    (channels === 3 ? resample : resampleWithAlpha)(pixels, taps, slot.values);
    slot.row = row;
    return slot.values;
  };
}

function resample(pixels: Uint8Array, { start, index, weight, first }: Taps, values: Float32Array): void {
  const count = start.length - 1;
  for (let pixel = 0, at = 0; pixel < count; pixel += 1, at += 3) {
    let red = 0;
    let green = 0;
    let blue = 0;
    for (let tap = start[pixel]!; tap < start[pixel + 1]!; tap += 1) {
      const from = 3 * (index[tap]! - first);
      const share = weight[tap]!;
      red += share * pixels[from]!;
      green += share * pixels[from + 1]!;
      blue += share * pixels[from + 2]!;
    }
    values[at] = red;
    values[at + 1] = green;
    values[at + 2] = blue;
  }
}

function resampleWithAlpha(pixels: Uint8Array, { start, index, weight, first }: Taps, values: Float32Array): void {
  const count = start.length - 1;
  for (let pixel = 0, at = 0; pixel < count; pixel += 1, at += 4) {
    let red = 0;
    let green = 0;
    let blue = 0;
    let alpha = 0;
    for (let tap = start[pixel]!; tap < start[pixel + 1]!; tap += 1) {
      const from = 4 * (index[tap]! - first);
      const share = (weight[tap]! * pixels[from + 3]!) / 255;
      red += share * pixels[from]!;
      green += share * pixels[from + 1]!;
      blue += share * pixels[from + 2]!;
      alpha += share;
    }
    values[at] = red;
    values[at + 1] = green;
    values[at + 2] = blue;
    values[at + 3] = alpha;
  }
}

function addRow(sums: Float32Array, values: Float32Array, weight: number): void {
  for (let at = 0; at < sums.length; at += 1) sums[at]! += weight * values[at]!;
}

/** Multiplies by the colour of the material; what is transparent shows white where the target has no alpha. */
function writeRow(
  { data, channels }: Target,
  first: number,
  sums: Float32Array,
  given: 3 | 4,
  [red, green, blue, alpha]: Look['colour'],
): void {
  if (given === 3 && channels === 3 && alpha === 255) {
    writeOpaqueRow(data, 3 * first, sums, red / 255, green / 255, blue / 255);
    return;
  }
  const factors = [red / 255, green / 255, blue / 255];
  for (let [from, at] = [0, first * channels]; from < sums.length; from += given, at += channels) {
    const covered = given === 4 ? sums[from + 3]! : 1;
    const shown = (covered * alpha) / 255;
    for (let band = 0; band < 3; band += 1) {
      const value = covered > 0 ? (sums[from + band]! / covered) * factors[band]! : 255;
      data[at + band] = Math.round(channels === 4 ? value : value * shown + 255 * (1 - shown));
    }
    if (channels === 4) data[at + 3] = Math.round(255 * shown);
  }
}

function writeOpaqueRow(
  data: Uint8Array,
  first: number,
  sums: Float32Array,
  red: number,
  green: number,
  blue: number,
): void {
  for (let [from, at] = [0, first]; from < sums.length; from += 3, at += 3) {
    data[at] = sums[from]! * red + 0.5;
    data[at + 1] = sums[from + 1]! * green + 0.5;
    data[at + 2] = sums[from + 2]! * blue + 0.5;
  }
}

/** Fills a part of the target with a colour. */
export function fillRectangle(
  { data, width: across, channels }: Target,
  x: number,
  y: number,
  { width, height }: { readonly width: number; readonly height: number },
  colour: Look['colour'],
): void {
  const shown = channels === 4 ? 1 : colour[3] / 255;
  const pixel = [0, 1, 2].map((band) => Math.round(colour[band]! * shown + 255 * (1 - shown)));
  if (channels === 4) pixel.push(colour[3]);
  const first = (y * across + x) * channels;
  const length = width * channels;
  for (let at = first; at < first + length; at += channels) data.set(pixel, at);
  for (let row = 1; row < height; row += 1) data.copyWithin(first + row * across * channels, first, first + length);
}
