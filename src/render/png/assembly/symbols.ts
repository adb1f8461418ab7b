/** Bytes and repetitions of zeros as symbols of DEFLATE (RFC 1951, section 3.2.5), and their bits. */

export const SYMBOLS: usize = 286;
const END_OF_BLOCK: usize = 256;
const SHORTEST_RUN: usize = 4;
const LONGEST_RUN: usize = 258;
/** Every eighth piece of this length is counted. */
const COUNTED_BYTES: usize = 1024;

/** How often symbols are met, and their codes with the lengths above: 32 bits each. */
export const COUNTS_AT: usize = memory.data(4 * 286, 16);
export const CODES_AT: usize = memory.data(4 * 286, 16);

/** Where the next byte goes, and the bits that do not fill one yet, the first one lowest. */
export let out: usize = 0;
let held: u64 = 0;
let count: u32 = 0;

export function beginBits(): void {
  held = 0;
  count = 0;
}

export function writeTo(target: usize): void {
  out = target;
}

/** @param length at most 32 */
export function put(bits: u32, length: u32): void {
  held |= (<u64>bits) << count;
  count += length;
  flush();
}

/** Zeros fill the last byte. */
export function endByte(): void {
  put(0, -count & 7);
}

/** Leaves fewer than 8 bits. */
function flush(): void {
  store<u64>(out, held);
  out += count >> 3;
  held >>= count & 56;
  count &= 7;
}

function codeOf(symbol: usize): u32 {
  return load<u32>(CODES_AT + 4 * symbol);
}

/** Zeros that repeat one: at most the longest repetition, and up to the end. */
function runAfter(zero: usize, end: usize): usize {
  const last = min(end, zero + 1 + LONGEST_RUN);
  let at = zero + 1;
  while (at < last && load<u8>(at) === 0) at++;
  return at - zero - 1;
}

/** Bits below the symbol of a repetition: none up to ten, as many as make eight of each group then. */
function extraBits(run: usize): u32 {
  const beyond = <u32>run - 3;
  return beyond < 8 || run === LONGEST_RUN ? 0 : 29 - clz<u32>(beyond);
}

function symbolOf(run: usize): usize {
  if (run === LONGEST_RUN) return 285;
  const extra = extraBits(run);
  return 257 + 4 * extra + ((run - 3) >> extra);
}

/** Counts symbols of a part of the bytes; each at least once, as it may be met in the others. */
export function countSymbols(from: usize, bytes: usize): void {
  for (let symbol: usize = 0; symbol < SYMBOLS; symbol++) store<u32>(COUNTS_AT + 4 * symbol, 1);
  const end = from + bytes;
  for (let piece = from; piece < end; piece += 8 * COUNTED_BYTES) {
    const last = min(end, piece + COUNTED_BYTES);
    for (let at = piece; at < last; at++) {
      const byte: usize = load<u8>(at);
      countOne(byte);
      if (byte !== 0) continue;
      const run = runAfter(at, last);
      if (run < SHORTEST_RUN - 1) continue;
      countOne(symbolOf(run));
      at += run;
    }
  }
}

function countOne(symbol: usize): void {
  store<u32>(COUNTS_AT + 4 * symbol, load<u32>(COUNTS_AT + 4 * symbol) + 1);
}

/** Which of sixteen bytes begin a run: 32 are read. */
function runsAt(at: usize): u32 {
  const zero = i64x2.splat(0);
  const first: u32 = i8x16.bitmask(i8x16.eq(v128.load(at), zero));
  const second: u32 = i8x16.bitmask(i8x16.eq(v128.load(at, 16), zero));
  const zeros = first | (second << 16);
  return zeros & (zeros >> 1) & (zeros >> 2) & (zeros >> 3) & 0xffff;
}

/** Writes all bytes by their codes, and the end of the block. What is read beyond the end is no run. */
export function putSymbols(from: usize, bytes: usize): void {
  const end = from + bytes;
  memory.fill(end, 255, 32);
  for (let at = from; at < end;) {
    const runs = runsAt(at);
    const next = min(end, at + (runs === 0 ? 16 : ctz<u32>(runs)));
    putBytes(at, next);
    at = next;
    if (runs === 0 || at >= end) continue;
    const run = runAfter(at, end);
    const extra = extraBits(run);
    putSymbol(0);
    putSymbol(symbolOf(run));
    // The distance is a zero, of one bit.
    put((<u32>run - 3) & ((1 << extra) - 1), extra + 1);
    at += run + 1;
  }
  putSymbol(END_OF_BLOCK);
}

function putSymbol(symbol: usize): void {
  const code = codeOf(symbol);
  put(code & 0xffff, code >> 16);
}

/** As `putSymbol` of each byte. Three are held before they are written; variables of the module would take twice the time. */
function putBytes(from: usize, end: usize): void {
  let bits = held;
  let length = count;
  let to = out;
  let at = from;
  for (; at + 3 <= end; at += 3) {
    const first = codeOf(load<u8>(at));
    bits |= (<u64>(first & 0xffff)) << length;
    length += first >> 16;
    const second = codeOf(load<u8>(at, 1));
    bits |= (<u64>(second & 0xffff)) << length;
    length += second >> 16;
    const third = codeOf(load<u8>(at, 2));
    bits |= (<u64>(third & 0xffff)) << length;
    length += third >> 16;
    store<u64>(to, bits);
    to += length >> 3;
    bits >>= length & 56;
    length &= 7;
  }
  held = bits;
  count = length;
  out = to;
  for (; at < end; at++) putSymbol(load<u8>(at));
}
