/**
 * Records of points: those of older formats are brought into formats 6, 7 and 8, and values are counted. Layouts are those of the public
 * specification LAS 1.4 R15.
 */

let input: usize = 0;
let output: usize = 0;

/** Makes room for so many bytes of records that come, and that go. @returns whether there is as much memory */
export function makeRoom(inputBytes: u32, outputBytes: u32): bool {
  input = (__heap_base + 15) & ~15;
  const outputAt = (<u64>input + inputBytes + 15) & ~15;
  const end = outputAt + outputBytes + 16;
  if (end > u32.MAX_VALUE) return false;
  output = <usize>outputAt;
  const pages = <i32>((end + 0xffff) >> 16) - memory.size();
  return pages <= 0 || memory.grow(pages) >= 0;
}

export function inputAddress(): usize {
  return input;
}

export function outputAddress(): usize {
  return output;
}

/** Formats 0 to 5 have one degree a step, 6 to 10 have 0.006. */
const ANGLE_STEPS: f64 = 1 / 0.006;

/**
 * Writes records in format 6, 7 or 8. Of formats 4, 5, 9 and 10 the 29 bytes of the waveform become the first extra bytes.
 *
 * @param from format of the input, 0 to 10; @param to 6, 7 or 8, with the colours that the input has
 */
export function toModern(from: i32, fromBytes: i32, to: i32, toBytes: i32, count: i32): void {
  const fromBase = bareBytes(from);
  const toBase = bareBytes(to);
  const tail = min(fromBytes - fromBase, toBytes - toBase);
  for (let index = 0; index < count; index++) {
    const source = input + <usize>index * fromBytes;
    const target = output + <usize>index * toBytes;
    if (from >= 6) memory.copy(target, source, fromBase);
    else writeOld(source, target, from);
    memory.copy(target + toBase, source + fromBase, tail);
  }
}

/** Bytes of a format up to its waveform. */
function bareBytes(format: i32): i32 {
  switch (format) {
    case 0:
      return 20;
    case 1:
    case 4:
      return 28;
    case 2:
      return 26;
    case 3:
    case 5:
      return 34;
    case 7:
      return 36;
    case 8:
    case 10:
      return 38;
  }
  return 30;
}

function writeOld(source: usize, target: usize, format: i32): void {
  memory.copy(target, source, 14);
  const returns = <u32>load<u8>(source, 14);
  const classes = <u32>load<u8>(source, 15);
  store<u8>(target, <u8>((returns & 7) | (((returns >> 3) & 7) << 4)), 14);
  // Synthetic, key point, withheld; no overlap, channel 0; direction and edge.
  store<u8>(target, <u8>((classes >> 5) | (returns & 0xc0)), 15);
  store<u8>(target, <u8>(classes & 31), 16);
  store<u8>(target, load<u8>(source, 17), 17);
  store<i16>(target, <i16>Math.round(<f64>load<i8>(source, 16) * ANGLE_STEPS), 18);
  store<u16>(target, load<u16>(source, 18), 20);
  const hasTime = format == 1 || format >= 3;
  store<u64>(target, hasTime ? load<u64>(source, 20) : 0, 22);
  if (format == 2) memory.copy(target + 30, source + 20, 6);
  else if (format == 3 || format == 5) memory.copy(target + 30, source + 28, 6);
}

/** Values of the bytes 14 to 17 of all points: returns, flags, class, user data. 4 x 256 counts of 64 bits. */
const histograms = memory.data(4 * 256 * 8);

export function histogramsAddress(): usize {
  return histograms;
}

export function clearHistograms(): void {
  memory.fill(histograms, 0, 4 * 256 * 8);
}

export function countBytes(recordBytes: i32, count: i32): void {
  for (let byte = 0; byte < 4; byte++) {
    const table = histograms + ((<usize>byte) << 11);
    let at = output + 14 + byte;
    for (let index = 0; index < count; index++) {
      const place = table + ((<usize>load<u8>(at)) << 3);
      store<u64>(place, load<u64>(place) + 1);
      at += recordBytes;
    }
  }
}

// What rangeOf found.
export let lowest: f64 = 0;
export let highest: f64 = 0;
export let sum: f64 = 0;
/** How many values are numbers. */
export let numbers: i32 = 0;

function rangeOfType<T>(field: i32, recordBytes: i32, count: i32): void {
  let low: f64 = Infinity;
  let high: f64 = -Infinity;
  let all: f64 = 0;
  let found = 0;
  let at = output + field;
  for (let index = 0; index < count; index++) {
    const value = <f64>load<T>(at);
    at += recordBytes;
    if (isFloat<T>() && !isFinite(value)) continue;
    low = min(low, value);
    high = max(high, value);
    all += value;
    found += 1;
  }
  lowest = low;
  highest = high;
  sum = all;
  numbers = found;
}

/**
 * Lowest, highest and sum of a field of all records.
 *
 * @param type data type of extra bytes, 1 to 10: u8, i8, u16, i16, u32, i32, u64, i64, f32, f64
 */
export function rangeOf(type: i32, field: i32, recordBytes: i32, count: i32): void {
  switch (type) {
    case 1:
      return rangeOfType<u8>(field, recordBytes, count);
    case 2:
      return rangeOfType<i8>(field, recordBytes, count);
    case 3:
      return rangeOfType<u16>(field, recordBytes, count);
    case 4:
      return rangeOfType<i16>(field, recordBytes, count);
    case 5:
      return rangeOfType<u32>(field, recordBytes, count);
    case 6:
      return rangeOfType<i32>(field, recordBytes, count);
    case 7:
      return rangeOfType<u64>(field, recordBytes, count);
    case 8:
      return rangeOfType<i64>(field, recordBytes, count);
    case 9:
      return rangeOfType<f32>(field, recordBytes, count);
    default:
      return rangeOfType<f64>(field, recordBytes, count);
  }
}

/** Cells a side of the grid of places where points are. */
export const FOOTPRINT_CELLS: i32 = 1024;
/** A byte a cell, row by row from the lowest y: whether it has a point. */
const footprint = memory.data(1024 * 1024);

export function footprintAddress(): usize {
  return footprint;
}

export function clearFootprint(): void {
  memory.fill(footprint, 0, FOOTPRINT_CELLS * FOOTPRINT_CELLS);
}

/** @param x0 lowest x as stored; @param cellsX cells of a stored unit of x */
export function markFootprint(recordBytes: i32, count: i32, x0: f64, y0: f64, cellsX: f64, cellsY: f64): void {
  const most = <f64>(FOOTPRINT_CELLS - 1);
  for (let index = 0; index < count; index++) {
    const record = output + <usize>index * recordBytes;
    const column = <i32>max(0, min(most, (<f64>load<i32>(record) - x0) * cellsX));
    const row = <i32>max(0, min(most, (<f64>load<i32>(record, 4) - y0) * cellsY));
    store<u8>(footprint + row * FOOTPRINT_CELLS + column, 1);
  }
}
