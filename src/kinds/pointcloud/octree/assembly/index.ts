/**
 * Points of a part of a cloud, arranged into the nodes of an octree.
 *
 * Each point gets the number of its cell in the finest grid (21 levels, x, y and z interleaved: a Morton code of 63 bits), and points are
 * sorted by it. Then the points of a node are a range, those of a child a range within it, and a sample of a node is one point of each
 * coarser cell, whose points are ranges, too. Records stay where they are; their numbers are moved.
 */

/** Levels of the finest grid. */
export const LEVELS: i32 = 21;
const CELLS: f64 = <f64>(1 << LEVELS);
const KEY_BITS: i32 = 3 * LEVELS;
/** Bits of a digit when keys are sorted: six passes for 63 bits. */
const DIGIT_BITS: i32 = 11;
const DIGITS: i32 = 1 << DIGIT_BITS;

let records: usize = 0;
let recordBytes: i32 = 0;
/** Keys by number of the record. */
let keys: usize = 0;
/** Numbers of records, in order of their keys. */
let order: usize = 0;
let spare: usize = 0;
/** Records of one node, or of a group, on their way out. */
let output: usize = 0;
const counts = memory.data(4 * DIGITS);

let minX: f64 = 0;
let minY: f64 = 0;
let minZ: f64 = 0;
let cellsAUnit: f64 = 0;
let scaleX: f64 = 1;
let scaleY: f64 = 1;
let scaleZ: f64 = 1;
let offsetX: f64 = 0;
let offsetY: f64 = 0;
let offsetZ: f64 = 0;

/** Lowest corner and side of the cube of the whole cloud, in its CRS; scale and offset of the coordinates of records. */
export function setCube(x: f64, y: f64, z: f64, side: f64, sx: f64, sy: f64, sz: f64, ox: f64, oy: f64, oz: f64): void {
  minX = x;
  minY = y;
  minZ = z;
  cellsAUnit = CELLS / side;
  scaleX = sx;
  scaleY = sy;
  scaleZ = sz;
  offsetX = ox;
  offsetY = oy;
  offsetZ = oz;
}

/** Makes room for so many points, and so many on their way out. @returns whether there is as much memory */
export function makeRoom(points: u32, bytesOfRecord: u32, outgoing: u32): bool {
  recordBytes = bytesOfRecord;
  records = (__heap_base + 15) & ~15;
  const keysAt = (<u64>records + <u64>points * bytesOfRecord + 15) & ~15;
  const orderAt = keysAt + <u64>points * 8;
  const spareAt = orderAt + <u64>points * 4;
  const outputAt = (spareAt + <u64>points * 4 + 15) & ~15;
  const end = outputAt + <u64>outgoing * bytesOfRecord + 16;
  if (end > u32.MAX_VALUE) return false;
  keys = <usize>keysAt;
  order = <usize>orderAt;
  spare = <usize>spareAt;
  output = <usize>outputAt;
  const pages = <i32>((end + 0xffff) >> 16) - memory.size();
  return pages <= 0 || memory.grow(pages) >= 0;
}

export function recordsAddress(): usize {
  return records;
}

export function outputAddress(): usize {
  return output;
}

export function orderAddress(): usize {
  return order;
}

/** Puts two zero bits between the lowest 21 bits of a number. */
function spread(value: u64): u64 {
  let bits = value & 0x1fffff;
  bits = (bits | (bits << 32)) & 0x1f00000000ffff;
  bits = (bits | (bits << 16)) & 0x1f0000ff0000ff;
  bits = (bits | (bits << 8)) & 0x100f00f00f00f00f;
  bits = (bits | (bits << 4)) & 0x10c30c30c30c30c3;
  return (bits | (bits << 2)) & 0x1249249249249249;
}

/** Cell of a coordinate; what lies outside of the cube belongs to its outermost cells. */
function cellOf(distance: f64): u64 {
  return <u64>max(0, min(CELLS - 1, Math.floor(distance * cellsAUnit)));
}

function keyOf(record: usize): u64 {
  const x = cellOf(<f64>load<i32>(record) * scaleX + offsetX - minX);
  const y = cellOf(<f64>load<i32>(record, 4) * scaleY + offsetY - minY);
  const z = cellOf(<f64>load<i32>(record, 8) * scaleZ + offsetZ - minZ);
  return spread(x) | (spread(y) << 1) | (spread(z) << 2);
}

/** Sorts the numbers of the records by cell; equal ones stay in their order. */
export function sortRecords(count: i32): void {
  let all: u64 = 0;
  let common: u64 = u64.MAX_VALUE;
  for (let index = 0; index < count; index++) {
    const key = keyOf(records + <usize>index * recordBytes);
    store<u64>(keys + ((<usize>index) << 3), key);
    store<u32>(order + ((<usize>index) << 2), index);
    all |= key;
    common &= key;
  }
  const differing = all & ~common;
  for (let shift = 0; shift < KEY_BITS; shift += DIGIT_BITS) {
    if (((differing >> shift) & (DIGITS - 1)) == 0) continue;
    memory.fill(counts, 0, 4 * DIGITS);
    for (let index = 0; index < count; index++)
      count1(<u32>(load<u64>(keys + ((<usize>index) << 3)) >> shift) & (DIGITS - 1));
    startsOfCounts();
    for (let index = 0; index < count; index++) {
      const record = load<u32>(order + ((<usize>index) << 2));
      const digit = <u32>(load<u64>(keys + ((<usize>record) << 3)) >> shift) & (DIGITS - 1);
      store<u32>(spare + ((<usize>take(digit)) << 2), record);
    }
    const sorted = spare;
    spare = order;
    order = sorted;
  }
}

function count1(digit: u32): void {
  const place = counts + ((<usize>digit) << 2);
  store<u32>(place, load<u32>(place) + 1);
}

/** Turns counts of digits into the places where each begins. */
function startsOfCounts(): void {
  let start: u32 = 0;
  for (let digit = 0; digit < DIGITS; digit++) {
    const place = counts + ((<usize>digit) << 2);
    const number = load<u32>(place);
    store<u32>(place, start);
    start += number;
  }
}

function take(digit: u32): u32 {
  const place = counts + ((<usize>digit) << 2);
  const at = load<u32>(place);
  store<u32>(place, at + 1);
  return at;
}

function recordAt(place: i32): u32 {
  return load<u32>(order + ((<usize>place) << 2));
}

function keyAt(place: i32): u64 {
  return load<u64>(keys + ((<usize>recordAt(place)) << 3));
}

/** Bits of a key below a level: what is above is the cell of that level. */
function bitsBelow(level: i32): i32 {
  return 3 * (LEVELS - min(level, LEVELS));
}

/** Number of cells of a level that points of a range lie in; counting ends above `most`. */
export function countCells(start: i32, end: i32, level: i32, most: i32): i32 {
  const below = bitsBelow(level);
  let cells = 0;
  let last: u64 = u64.MAX_VALUE;
  for (let place = start; place < end && cells <= most; place++) {
    const cell = keyAt(place) >> below;
    if (cell != last) cells += 1;
    last = cell;
  }
  return cells;
}

/**
 * Brings one point of each cell of a level to the start of a range: the one in the middle of its cell's points. Both parts stay sorted.
 *
 * @returns where the others begin
 */
export function takeSample(start: i32, end: i32, level: i32): i32 {
  const below = bitsBelow(level);
  let taken = start;
  let left = 0;
  let place = start;
  while (place < end) {
    const cell = keyAt(place) >> below;
    let next = place + 1;
    while (next < end && keyAt(next) >> below == cell) next += 1;
    const middle = (place + next - 1) >> 1;
    const chosen = recordAt(middle);
    for (let other = place; other < next; other++) {
      if (other == middle) continue;
      store<u32>(spare + ((<usize>left) << 2), recordAt(other));
      left += 1;
    }
    store<u32>(order + ((<usize>taken) << 2), chosen);
    taken += 1;
    place = next;
  }
  memory.copy(order + ((<usize>taken) << 2), spare, (<usize>left) << 2);
  return taken;
}

/**
 * Brings `number` points, evenly chosen, to the start of a range.
 *
 * @returns where the others begin
 */
export function takeEvenly(start: i32, end: i32, number: i32): i32 {
  const size = end - start;
  let taken = start;
  let left = 0;
  for (let place = start; place < end; place++) {
    const record = recordAt(place);
    // As many are taken of the first k as k / size of the number, rounded down.
    const k = <i64>(place - start);
    if (((k + 1) * number) / size > (k * number) / size) {
      store<u32>(order + ((<usize>taken) << 2), record);
      taken += 1;
    } else {
      store<u32>(spare + ((<usize>left) << 2), record);
      left += 1;
    }
  }
  memory.copy(order + ((<usize>taken) << 2), spare, (<usize>left) << 2);
  return taken;
}

/** Where the points of the children from `child` on begin, in a range of points of one node of a level. */
export function childStart(start: i32, end: i32, level: i32, child: i32): i32 {
  const below = bitsBelow(level + 1);
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (<i32>(<u32>(keyAt(middle) >> below) & 7) < child) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Copies the records of a range to the output, in the order in which they came. */
export function gather(start: i32, end: i32): void {
  sortNumbers(start, end);
  for (let place = start; place < end; place++)
    memory.copy(
      output + <usize>(place - start) * recordBytes,
      records + <usize>recordAt(place) * recordBytes,
      recordBytes,
    );
}

/** Sorts the numbers of records of a range: three passes for 32 bits. */
function sortNumbers(start: i32, end: i32): void {
  let from = order + ((<usize>start) << 2);
  let to = spare;
  const bytes = (<usize>(end - start)) << 2;
  let largest: u32 = 0;
  for (let at = from; at < from + bytes; at += 4) largest = max(largest, load<u32>(at));
  let passes = 0;
  for (let shift = 0; shift < 32 && largest >> shift != 0; shift += DIGIT_BITS) {
    memory.fill(counts, 0, 4 * DIGITS);
    for (let at = from; at < from + bytes; at += 4) count1((load<u32>(at) >> shift) & (DIGITS - 1));
    startsOfCounts();
    for (let at = from; at < from + bytes; at += 4) {
      const value = load<u32>(at);
      store<u32>(to + ((<usize>take((value >> shift) & (DIGITS - 1))) << 2), value);
    }
    const sorted = to;
    to = from;
    from = sorted;
    passes += 1;
  }
  if ((passes & 1) != 0) memory.copy(to, from, bytes);
}

/** Number of points outside of a node, by more than half a step of their coordinates. */
export function countOutside(count: i32, level: i32, x: f64, y: f64, z: f64): i32 {
  const side = CELLS / cellsAUnit / Math.pow(2, level);
  let outside = 0;
  for (let index = 0; index < count; index++) {
    const record = records + <usize>index * recordBytes;
    if (
      isOutside(<f64>load<i32>(record) * scaleX + offsetX - minX - x * side, side, scaleX) ||
      isOutside(<f64>load<i32>(record, 4) * scaleY + offsetY - minY - y * side, side, scaleY) ||
      isOutside(<f64>load<i32>(record, 8) * scaleZ + offsetZ - minZ - z * side, side, scaleZ)
    )
      outside += 1;
  }
  return outside;
}

function isOutside(distance: f64, side: f64, step: f64): bool {
  return distance < -step / 2 || distance > side + step / 2;
}

/** Most cells of a grouping: 32 a side. */
const GROUP_LEVEL: i32 = 5;
const groupCounts = memory.data(4 << (3 * GROUP_LEVEL));

export function groupCountsAddress(): usize {
  return groupCounts;
}

/**
 * Copies the records to the output, those of one cell of a grid together, cells in order of their numbers; the counts say how many each has.
 *
 * @param depth levels of the grid below a node, 1 to 5
 * @param level level of the node that all points lie in
 */
export function groupRecords(count: i32, level: i32, depth: i32): void {
  const below = bitsBelow(level + depth);
  const mask: u32 = (1 << (3 * depth)) - 1;
  const cells = 1 << (3 * depth);
  memory.fill(groupCounts, 0, (<usize>cells) << 2);
  for (let index = 0; index < count; index++) {
    const cell = <u32>(keyOf(records + <usize>index * recordBytes) >> below) & mask;
    store<u32>(order + ((<usize>index) << 2), cell);
    const place = groupCounts + ((<usize>cell) << 2);
    store<u32>(place, load<u32>(place) + 1);
  }
  // Counts become ends, which move down to starts while records are placed from the last one on; then they are counts again.
  let end: u32 = 0;
  for (let cell = 0; cell < cells; cell++) {
    const place = groupCounts + ((<usize>cell) << 2);
    end += load<u32>(place);
    store<u32>(place, end);
  }
  for (let index = count - 1; index >= 0; index--) {
    const place = groupCounts + ((<usize>load<u32>(order + ((<usize>index) << 2))) << 2);
    const at = load<u32>(place) - 1;
    store<u32>(place, at);
    memory.copy(output + <usize>at * recordBytes, records + <usize>index * recordBytes, recordBytes);
  }
  for (let cell = 0; cell < cells; cell++) {
    const place = groupCounts + ((<usize>cell) << 2);
    const next: u32 = cell + 1 < cells ? load<u32>(place, 4) : count;
    store<u32>(place, next - load<u32>(place));
  }
}
