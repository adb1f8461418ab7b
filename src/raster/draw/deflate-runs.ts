import { canonicalCode, codeLengths } from './huffman.ts';

/** Bytes that share one code: a new one costs 160 bytes and as much time as 4 KiB. */
const BLOCK_BYTES = 2 ** 18;
/** Symbols of bytes, the end of a block, and lengths (RFC 1951, section 3.2.5). */
const SYMBOLS = 286;
const END_OF_BLOCK = 256;
const SHORTEST_RUN = 4;
const LONGEST_RUN = 258;

/** The symbol of a repetition of some length, and what it adds to the symbol's base. */
interface RunCode {
  readonly symbol: number;
  readonly extra: number;
  readonly extraBits: number;
}

const RUN_CODES: readonly (RunCode | undefined)[] = Array.from({ length: LONGEST_RUN + 1 }, (_, length) =>
  length < 3 ? undefined : runCode(length),
);

function runCode(length: number): RunCode {
  if (length === LONGEST_RUN) return { symbol: 285, extra: 0, extraBits: 0 };
  const beyond = length - 3;
  const extraBits = beyond < 8 ? 0 : 29 - Math.clz32(beyond);
  return {
    symbol: 257 + 4 * extraBits + (beyond >>> extraBits),
    extra: beyond & ((1 << extraBits) - 1),
    extraBits,
  };
}

/** Every eighth piece of this length is counted. */
const COUNTED_BYTES = 1024;

/** Bits that are written so far, the first one lowest. */
interface Bits {
  readonly halves: Uint16Array<ArrayBuffer>;
  /** Halves that are full. */
  at: number;
  /** What is not yet, and how many bits that are: fewer than 16. */
  rest: number;
  count: number;
}

/**
 * A zlib stream (RFC 1950) of bytes that are differences of neighbouring pixels: each has a code by how often it occurs nearby,
 * and only zeros that follow each other are a repetition. half of the time of zlib at its fastest, which looks for
 * repetitions that photographs do not have.
 */
export function deflateRuns(bytes: Uint8Array): Uint8Array {
  const blocks = Math.max(1, Math.ceil(bytes.length / BLOCK_BYTES));
  // No byte takes more than 15 bits, and what stands before a block fewer than 200 bytes.
  const bits: Bits = { halves: roomFor(bytes.length + 100 * blocks + 8), at: 0, rest: 0, count: 0 };
  // A window of 32 KiB, made at the fastest level.
  put(bits, 0x01_78, 16);
  for (let block = 0; block < blocks; block++) {
    const [from, end] = [block * BLOCK_BYTES, Math.min(bytes.length, (block + 1) * BLOCK_BYTES)];
    const lengths = codeLengths(countSymbols(bytes, from, end));
    putHeader(bits, lengths, block === blocks - 1);
    putSymbols(bits, bytes, from, end, codeTable(lengths));
  }
  put(bits, 0, -bits.count & 7);
  const sum = adler32(bytes);
  for (let shift = 24; shift >= 0; shift -= 8) put(bits, (sum >>> shift) & 255, 8);
  bits.halves[bits.at] = bits.rest;
  return new Uint8Array(bits.halves.buffer, 0, 2 * bits.at + bits.count / 8).slice();
}

/** Room of a picture of 1024 x 1024 pixels: made anew for each one, it would cost more in memory than in writing. */
const KEPT_HALVES = 2 ** 22;
/** Owner of the room between two streams; nobody else has it while one is written, as that waits for nothing. */
let kept = new Uint16Array(0);

function roomFor(halves: number): Uint16Array<ArrayBuffer> {
  if (halves > KEPT_HALVES) return new Uint16Array(halves);
  if (kept.length < halves) kept = new Uint16Array(halves);
  return kept;
}

/** @param count at most 16 */
function put(bits: Bits, value: number, count: number): void {
  const rest = bits.rest | (value << bits.count);
  const all = bits.count + count;
  bits.halves[bits.at] = rest;
  bits.at += all >>> 4;
  bits.rest = rest >>> (all & 16);
  bits.count = all & 15;
}

/** How often symbols are met, by a part of the bytes; each at least once, as it may be met in the others. */
function countSymbols(bytes: Uint8Array, from: number, end: number): Uint32Array {
  const counts = new Uint32Array(SYMBOLS).fill(1);
  for (let piece = from; piece < end; piece += 8 * COUNTED_BYTES) {
    const last = Math.min(end, piece + COUNTED_BYTES);
    for (let at = piece; at < last; at++) {
      const run = bytes[at] === 0 ? runFrom(bytes, at, last) : 0;
      if (run < SHORTEST_RUN) counts[bytes[at]!]! += 1;
      else {
        counts[0]! += 1;
        counts[RUN_CODES[run - 1]!.symbol]! += 1;
        at += run - 1;
      }
    }
  }
  return counts;
}

/** Zeros from a place on: one, and what a repetition of it may be as long as. */
function runFrom(bytes: Uint8Array, from: number, end: number): number {
  const last = Math.min(end, from + 1 + LONGEST_RUN);
  let at = from + 1;
  while (at < last && bytes[at] === 0) at++;
  return at - from;
}

/** A block with codes of its own (RFC 1951, section 3.2.7): all 16 lengths of codes have one of 4 bits. */
function putHeader(bits: Bits, lengths: Uint8Array, isLast: boolean): void {
  put(bits, (isLast ? 1 : 0) | (2 << 1), 3);
  // Codes of all symbols, of one distance, and of 19 kinds of lengths.
  put(bits, SYMBOLS - 257, 5);
  put(bits, 0, 5);
  put(bits, 19 - 4, 4);
  // The first three kinds repeat lengths.
  for (let kind = 0; kind < 19; kind++) put(bits, kind < 3 ? 0 : 4, 3);
  const code = canonicalCode(new Uint8Array(16).fill(4));
  for (const length of lengths) put(bits, code[length]!, 4);
  // The only distance is one byte, by a code of one bit.
  put(bits, code[1]!, 4);
}

/** Codes with their lengths above: one table is read twice as fast as two. */
function codeTable(lengths: Uint8Array): Int32Array {
  const code = canonicalCode(lengths);
  return Int32Array.from(lengths, (length, symbol) => (length << 16) | code[symbol]!);
}

/** In stretches without a repetition: a loop that did both would take twice as long. */
function putSymbols(bits: Bits, bytes: Uint8Array, from: number, end: number, table: Int32Array): void {
  for (let at = from; at < end;) {
    const zero = nextRun(bytes, at, end);
    const last = Math.min(zero + 1, end);
    putBytes(bits, bytes, at, last, table);
    at = last;
    if (zero === end) break;
    const run = runFrom(bytes, zero, end) - 1;
    const { symbol, extra, extraBits } = RUN_CODES[run]!;
    putEntry(bits, table[symbol]!);
    // The distance is a zero, of one bit.
    put(bits, extra, extraBits + 1);
    at += run;
  }
  putEntry(bits, table[END_OF_BLOCK]!);
}

function putEntry(bits: Bits, entry: number): void {
  put(bits, entry & 0xff_ff, entry >>> 16);
}

/** As `putEntry` of each byte, in one loop. */
function putBytes(bits: Bits, bytes: Uint8Array, from: number, end: number, table: Int32Array): void {
  const { halves } = bits;
  let { at: out, rest, count } = bits;
  for (let at = from; at < end; at++) {
    const entry = table[bytes[at]!]!;
    rest |= (entry & 0xff_ff) << count;
    count += entry >>> 16;
    // Without a branch: whether a half is full is different from byte to byte.
    halves[out] = rest;
    out += count >>> 4;
    rest >>>= count & 16;
    count &= 15;
  }
  bits.at = out;
  bits.rest = rest;
  bits.count = count;
}

/** @returns where the next zeros begin that are a repetition, or the end */
function nextRun(bytes: Uint8Array, from: number, end: number): number {
  for (let at = from; at < end - SHORTEST_RUN + 1; at++) {
    if (bytes[at] === 0 && bytes[at + 1] === 0 && bytes[at + 2] === 0 && bytes[at + 3] === 0) return at;
  }
  return end;
}

/** Bytes whose sums stay below 2^31. */
const SUMMED_BYTES = 2048;
const ADLER_BASE = 65_521;

/** The checksum of RFC 1950. */
function adler32(bytes: Uint8Array): number {
  let low = 1;
  let high = 0;
  for (let from = 0; from < bytes.length; from += SUMMED_BYTES) {
    const end = Math.min(bytes.length, from + SUMMED_BYTES);
    for (let at = from; at < end; at++) {
      low = (low + bytes[at]!) | 0;
      high = (high + low) | 0;
    }
    low %= ADLER_BASE;
    high %= ADLER_BASE;
  }
  return ((high << 16) | low) >>> 0;
}
