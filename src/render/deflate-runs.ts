import { canonicalCode, codeLengths } from './huffman.ts';
import type { Deflate } from './png.ts';

/** Bytes that share one code, as callers give them: a new code costs 160 bytes and as much time as 4 KiB. */
export const BLOCK_BYTES = 2 ** 18;
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

/** Bits of a block that are written, the first one lowest. */
interface Bits {
  halves: Uint16Array<ArrayBuffer>;
  /** Halves that are full. */
  at: number;
  /** Bits that do not fill a half yet, and their number: fewer than 16. */
  rest: number;
  count: number;
}

/**
 * Makes a zlib stream (RFC 1950) of bytes that are differences of neighbouring pixels. Each byte has a code by how often it
 * occurs nearby; only zeros that follow each other become a repetition. It takes half the time of zlib at its fastest, which
 * searches for repetitions that photographs do not have.
 *
 * @param pieces become a block each, and are read before the next one is asked for: they may share memory. `BLOCK_BYTES` is
 *   the best size
 * @returns the stream in parts, each in memory of its own
 */
export function deflateRuns(pieces: Iterable<Uint8Array>): Uint8Array<ArrayBuffer>[] {
  const bits: Bits = { halves: room, at: 0, rest: 0, count: 0 };
  const sum = new Adler();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  // A window of 32 KiB, made at the fastest level.
  put(bits, 0x01_78, 16);
  for (const piece of pieces) {
    bits.halves = roomFor(bits, piece.length);
    const lengths = codeLengths(countSymbols(piece, 0, piece.length));
    putHeader(bits, lengths);
    putSymbols(bits, piece, 0, piece.length, codeTable(lengths));
    sum.add(piece);
    parts.push(takeHalves(bits));
  }
  // An empty block with the codes of the standard ends the stream: 1 as the last one, 01, and the end's code of 7 zeros.
  put(bits, 0b011, 10);
  put(bits, 0, -bits.count & 7);
  const { value } = sum;
  for (let shift = 24; shift >= 0; shift -= 8) put(bits, (value >>> shift) & 255, 8);
  bits.halves[bits.at] = bits.rest;
  parts.push(new Uint8Array(bits.halves.buffer, 0, 2 * bits.at + bits.count / 8).slice());
  return parts;
}

/** For pictures: in the calling thread, with one piece of rows at a time in memory. */
export const deflateInBlocks: Deflate = (rows) => deflateRuns(rows.pieces(BLOCK_BYTES));

/** Room that a piece of the best size needs: no byte takes more than 15 bits, and all before a block less than 200 bytes. */
const ROOM_HALVES = BLOCK_BYTES + 256;
/** Owner of the room of all streams: one is written at a time, as that waits for nothing. */
const room = new Uint16Array(ROOM_HALVES);

/** Room for a piece, beginning with what is written already. */
function roomFor({ halves, at }: Bits, length: number): Uint16Array<ArrayBuffer> {
  if (halves.length >= length + 256) return halves;
  const larger = new Uint16Array(length + 256);
  larger.set(halves.subarray(0, at));
  return larger;
}

/** Takes the halves that are full. */
function takeHalves(bits: Bits): Uint8Array<ArrayBuffer> {
  const taken = new Uint8Array(bits.halves.buffer, 0, 2 * bits.at).slice();
  bits.at = 0;
  return taken;
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
function putHeader(bits: Bits, lengths: Uint8Array): void {
  put(bits, 2 << 1, 3);
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
class Adler {
  #low = 1;
  #high = 0;

  add(bytes: Uint8Array): void {
    let [low, high] = [this.#low, this.#high];
    for (let from = 0; from < bytes.length; from += SUMMED_BYTES) {
      const end = Math.min(bytes.length, from + SUMMED_BYTES);
      for (let at = from; at < end; at++) {
        low = (low + bytes[at]!) | 0;
        high = (high + low) | 0;
      }
      low %= ADLER_BASE;
      high %= ADLER_BASE;
    }
    [this.#low, this.#high] = [low, high];
  }

  get value(): number {
    return ((this.#high << 16) | this.#low) >>> 0;
  }
}
