/**
 * Encodes a JPEG (ITU-T T.81, sequential DCT, 8 bits) of pixels that come in strips: to the same bytes as libjpeg does with the
 * Huffman codes of the standard, its accurate integer transform, and chroma of half the size in both directions.
 */
import { beginBits, endBits, out, putTwo, writeTo } from './bits';
import { makePlaces, putBlock, putNothing } from './coefficients';
import { convertRow, extendRow, halveRows } from './colours';
import { putHeaders } from './headers';
import { halves, makeCodes, makeQuantizers, reciprocals } from './tables';
import { transform } from './transform';

/** Rows of a strip: those of a unit with chroma. */
export const STRIP_ROWS: usize = 16;

/** As many bytes as rows are read beyond their end, and aligned to. */
const MARGIN = 64;
/** Bytes of all headers. */
const HEADER_BYTES: usize = 1024;
/** A block of 64 numbers of 27 bits at most, each byte of which may be followed by a zero. */
const BLOCK_BYTES: usize = 2 * 64 * 4;

/** Where memory is free: behind what the other files have. */
const free: usize = (heap.alloc(MARGIN) + MARGIN - 1) & ~(MARGIN - 1);

let width: usize = 0;
let isGrey: bool = false;
/** Bytes of a row of a plane: a multiple of sixteen, and some that are read beyond. */
let stride: usize = 0;
let input: usize = 0;
let luma: usize = 0;
let blue: usize = 0;
let red: usize = 0;
let output: usize = 0;
let previousLuma: i32 = 0;
let previousBlue: i32 = 0;
let previousRed: i32 = 0;

makeCodes();
makePlaces();

/**
 * Begins a picture.
 *
 * @param grey whether all pixels are grey, so that there is no chroma
 * @returns where strips go, or 0 where there is not as much memory
 */
export function begin(pictureWidth: u32, pictureHeight: u32, grey: bool, quality: i32): usize {
  width = pictureWidth;
  isGrey = grey;
  stride = ((width + 15) & ~15) + MARGIN;
  input = free;
  luma = input + 4 * STRIP_ROWS * width + MARGIN;
  blue = luma + STRIP_ROWS * stride;
  red = blue + STRIP_ROWS * stride;
  output = red + STRIP_ROWS * stride;
  const blocks: usize = 6 * (stride >> 4);
  const pages = <i32>((output + HEADER_BYTES + BLOCK_BYTES * blocks + 0xffff) >> 16) - memory.size();
  if (pages > 0 && memory.grow(pages) < 0) return 0;
  previousLuma = previousBlue = previousRed = 0;
  makeQuantizers(quality);
  beginBits();
  writeTo(output);
  putHeaders(pictureWidth, pictureHeight, grey ? 1 : 3);
  return input;
}

/** Where the output is. */
export function takenFrom(): usize {
  return output;
}

/** @returns how many bytes the output has since this was called before; it begins anew */
export function take(): usize {
  const bytes = out - output;
  writeTo(output);
  return bytes;
}

/** Encodes as many rows as the strip has: sixteen, but for the last one. */
export function encodeStrip(rows: usize): void {
  const whole = (width + 15) & ~15;
  for (let row: usize = 0; row < rows; row++) {
    const at = row * stride;
    convertRow(input + 4 * row * width, width, luma + at, blue + at, red + at, !isGrey);
    extendRow(luma + at, width, whole);
    if (isGrey) continue;
    extendRow(blue + at, width, whole);
    extendRow(red + at, width, whole);
  }
  for (let row: usize = rows; row < STRIP_ROWS; row++) {
    memory.copy(luma + row * stride, luma + (rows - 1) * stride, whole);
  }
  if (isGrey) return putGrey(rows);
  halvePlane(blue, rows);
  halvePlane(red, rows);
  putUnits(rows);
}

export function end(): void {
  endBits();
  putTwo(0xffd9);
}

/** In its place: a row of the target is written when both of its sources are read. */
function halvePlane(plane: usize, rows: usize): void {
  const last = (rows - 1) >> 1;
  for (let row: usize = 0; row < 8; row++) {
    const target = plane + row * stride;
    if (row > last) {
      memory.copy(target, plane + last * stride, stride >> 1);
      continue;
    }
    const upper = plane + 2 * row * stride;
    const lower = row < rows >> 1 ? upper + stride : upper;
    halveRows(upper, lower, target, ((width + 15) & ~15) >> 1);
  }
}

function putGrey(rows: usize): void {
  for (let y: usize = 0; y < rows; y += 8) {
    for (let x: usize = 0; x < width; x += 8) putLuma(x, y);
  }
}

/** Minimum coded units: four blocks of luma, and one of each chroma. */
function putUnits(rows: usize): void {
  for (let x: usize = 0; x < width; x += 16) {
    putLuma(x, 0);
    if (x + 8 < width) putLuma(x + 8, 0);
    else putNothing();
    if (rows > 8) putLuma(x, 8);
    else putNothing();
    if (rows > 8 && x + 8 < width) putLuma(x + 8, 8);
    else putNothing();
    transform(blue + (x >> 1), stride, halves + 256, reciprocals + 256);
    previousBlue = putBlock(1, previousBlue);
    transform(red + (x >> 1), stride, halves + 256, reciprocals + 256);
    previousRed = putBlock(1, previousRed);
  }
}

function putLuma(x: usize, y: usize): void {
  transform(luma + y * stride + x, stride, halves, reciprocals);
  previousLuma = putBlock(0, previousLuma);
}
