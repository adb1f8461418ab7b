/** Filters the rows of a PNG, and writes bytes of which zeros are repeated as a zlib stream (RFC 1950). */
import { addToSum, beginSum, sum } from './checksum';
import { filterRows } from './filter';
import { beginBits, countSymbols, endByte, out, put, putSymbols, writeTo } from './symbols';

export { CODES_AT, COUNTS_AT, put } from './symbols';

/** What is read and written beyond the end of a piece, of pixels, and of the output. */
const MARGIN: usize = 64;
/** Bytes before the symbols of a block. */
const HEADER_BYTES: usize = 512;

/** Where memory is free: behind what the other files have. */
export const PIECE_AT: usize = (heap.alloc(MARGIN) + MARGIN - 1) & ~(MARGIN - 1);

/** Pixels lie where the output is written when they are filtered. */
let shared: usize = 0;

/**
 * Makes room for a piece of bytes at `PIECE_AT`, and for pixels that it is made of.
 * @returns whether there is as much memory
 */
export function makeRoom(bytes: usize, pixelBytes: usize): bool {
  shared = PIECE_AT + ((bytes + 2 * MARGIN - 1) & ~(MARGIN - 1));
  // No byte takes more than 15 bits.
  const end = shared + max(pixelBytes, 2 * bytes + HEADER_BYTES) + MARGIN;
  const pages = <i32>((end + 0xffff) >> 16) - memory.size();
  if (pages > 0 && memory.grow(pages) < 0) return false;
  writeTo(shared);
  return true;
}

/** Where pixels go, and the output comes from. */
export function sharedAddress(): usize {
  return shared;
}

/** Makes a piece of rows of pixels, of as many bytes as `makeRoom` was told. @param channels that are kept of each: 1, 3 or 4 */
export function filter(rows: usize, width: usize, channels: usize): void {
  filterRows(shared, rows, width, channels, PIECE_AT);
}

export function begin(): void {
  beginBits();
  beginSum();
}

/** Counts the symbols of a piece. */
export function count(bytes: usize): void {
  countSymbols(PIECE_AT, bytes);
}

/** Writes a piece by the codes that it was given. */
export function write(bytes: usize): void {
  addToSum(PIECE_AT, bytes);
  putSymbols(PIECE_AT, bytes);
}

/** Writes the checksum. */
export function end(): void {
  endByte();
  put(bswap(sum()), 32);
}

/** @returns how many bytes the output has, which begins anew: whole ones */
export function take(): usize {
  const bytes = out - shared;
  writeTo(shared);
  return bytes;
}
