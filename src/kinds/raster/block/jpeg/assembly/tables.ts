/** What the headers of a JPEG tell, in memory that has its place from the start. */

/** Four tables of 64 numbers of 16 bits, in rows and columns. */
export const quantizers: usize = memory.data(4 * 128, 16);
/** Bits of a code that one look at a table decodes. */
export const FAST_BITS: u32 = 10;
const FAST_BYTES: usize = 4 << FAST_BITS;
/** Codes of at most 16 bits: by length the largest code, and what is added to it for its place among the symbols. */
const LENGTHS_AT: usize = FAST_BYTES;
const OFFSETS_AT: usize = LENGTHS_AT + 4 * 18;
const SYMBOLS_AT: usize = OFFSETS_AT + 4 * 18;
const HUFFMAN_BYTES: usize = SYMBOLS_AT + 256;
/** Two tables of DC, then two of AC. */
const huffmans: usize = memory.data(4 * ((<i32>4) << 10) + 4 * (2 * 4 * 18 + 256), 16);

export class Frame {
  width: u32 = 0;
  height: u32 = 0;
  channels: u32 = 0;
  /** Most samples across and down that a component has in a unit. */
  across: u32 = 1;
  down: u32 = 1;
  /** Whether the components are red, green and blue instead of luma and chroma. */
  isRgb: bool = false;
  /** First byte of the coded data. */
  scan: usize = 0;
  /** Room for the samples of all components. */
  planes: usize = 0;
}

export class Component {
  id: u32 = 0;
  across: u32 = 1;
  down: u32 = 1;
  quantizer: u32 = 0;
  dc: usize = 0;
  ac: usize = 0;
  /** DC of the block before. */
  previous: i32 = 0;
  plane: usize = 0;
  width: u32 = 0;
  height: u32 = 0;
}

export const frame = new Frame();
export const components: StaticArray<Component> = [new Component(), new Component(), new Component()];

/** @param isAc whether it codes what follows DC */
export function huffmanAt(isAc: bool, number: u32): usize {
  return huffmans + HUFFMAN_BYTES * (2 * <usize>isAc + number);
}

/**
 * What the next bits begin with, by the highest `FAST_BITS` of them: bits 0 to 7 are how many are taken, 8 to 11 the zeros before a
 * coefficient, 12 to 15 the bits of its value that follow, 16 to 31 the value where it is in the bits already. 0 for a longer code.
 */
export function fastEntry(table: usize, bits: u64): u32 {
  return load<u32>(table + <usize>((bits >> (64 - FAST_BITS)) << 2));
}

/** An entry as above for a code longer than that; 0 where no symbol has it. */
export function slowEntry(table: usize, bits: u64): u32 {
  for (let length: u32 = FAST_BITS + 1; length <= 16; length++) {
    const code = <i32>(bits >> (64 - length));
    if (code <= load<i32>(table + LENGTHS_AT + 4 * length)) {
      const at = code + load<i32>(table + OFFSETS_AT + 4 * length);
      return symbolEntry(load<u8>(table + SYMBOLS_AT + (at & 255)), length);
    }
  }
  return 0;
}

function symbolEntry(symbol: u32, length: u32): u32 {
  return length | ((symbol >> 4) << 8) | ((symbol & 15) << 12);
}

/**
 * Makes a table of 16 counts of codes by their length, and the symbols (T.81, annex C).
 * @returns whether the counts are those of a prefix code
 */
export function makeHuffman(table: usize, counts: usize, symbols: usize, number: u32): bool {
  memory.fill(table, 0, FAST_BYTES);
  memory.copy(table + SYMBOLS_AT, symbols, number);
  let code: u32 = 0;
  let at: u32 = 0;
  for (let length: u32 = 1; length <= 16; length++) {
    const count: u32 = load<u8>(counts + length - 1);
    if (code + count > (<u32>1) << length) return false;
    store<i32>(table + OFFSETS_AT + 4 * length, <i32>at - <i32>code);
    for (let index: u32 = 0; index < count; index++, code++, at++) {
      if (length <= FAST_BITS) putFast(table, code, length, load<u8>(symbols + at));
    }
    store<i32>(table + LENGTHS_AT + 4 * length, count === 0 ? -1 : <i32>code - 1);
    code <<= 1;
  }
  return true;
}

/** All entries that begin with a code. */
function putFast(table: usize, code: u32, length: u32, symbol: u32): void {
  const rest = FAST_BITS - length;
  const size = symbol & 15;
  const entry = symbolEntry(symbol, length);
  const first = table + 4 * ((<usize>code) << rest);
  for (let bits: u32 = 0; bits < (<u32>1) << rest; bits++) {
    const whole = size > 0 && size <= rest;
    const value = whole ? extended(bits >> (rest - size), size) : 0;
    store<u32>(first + 4 * bits, whole ? ((<u32>value) << 16) | ((symbol >> 4) << 8) | (length + size) : entry);
  }
}

/** A value of so many bits, the lower half of which are the negative ones (T.81, F.2.2.1). */
export function extended(bits: u32, size: u32): i32 {
  return bits < (<u32>1) << (size - 1) ? <i32>bits - ((<i32>1) << size) + 1 : <i32>bits;
}
