/**
 * Adaptive models of the arithmetic coder, as blocks of linear memory: a block is copied from a template where a new one is needed,
 * which is faster than to make it anew.
 *
 * A symbol model of n symbols: 16 bytes of head, then four bytes a symbol (start of its range in 15 bits, and its count), then for the
 * decoder a table that leads from a value near to its symbol.
 */

const SYMBOLS: usize = 0;
const TABLE_SHIFT: usize = 2;
const TOTAL: usize = 4;
const CYCLE: usize = 8;
export const UNTIL_UPDATE: usize = 12;
const HEAD: usize = 16;

/** Ranges of symbols have 15 bits. */
export const RANGE_BITS: u32 = 15;
const MAX_TOTAL: u32 = 1 << RANGE_BITS;
/** One more occurrence, in the upper half of a symbol. */
export const ONE_COUNT: u32 = 1 << 16;

/** Fewer symbols are found by looking at each. */
const SEARCHED: u32 = 16;

export const BIT_MODEL_BYTES: usize = 24;
const BIT_ZEROS: usize = 0;
const BIT_TOTAL: usize = 4;
export const BIT_CHANCE: usize = 8;
export const BIT_UNTIL_UPDATE: usize = 12;
const BIT_CYCLE: usize = 16;
/** Ranges of a bit have 13 bits. */
export const BIT_RANGE_BITS: u32 = 13;
const BIT_MAX_TOTAL: u32 = 1 << BIT_RANGE_BITS;

function tableBits(symbols: u32): u32 {
  let bits: u32 = 3;
  while (symbols > 1 << (bits + 2)) bits += 1;
  return bits;
}

export function symbolModelBytes(symbols: u32): usize {
  const table: usize = symbols > SEARCHED ? 2 * ((1 << tableBits(symbols)) + 2) : 0;
  return HEAD + 4 * <usize>symbols + ((table + 3) & ~3);
}

export function startSymbolModel(model: usize, symbols: u32): void {
  store<u16>(model + SYMBOLS, <u16>symbols);
  store<u16>(model + TABLE_SHIFT, <u16>(symbols > SEARCHED ? RANGE_BITS - tableBits(symbols) : 0));
  for (let k: u32 = 0; k < symbols; k++) store<u32>(symbolOf(model, k), ONE_COUNT);
  store<u32>(model + TOTAL, 0);
  store<u32>(model + CYCLE, symbols);
  updateSymbols(model, true);
  const first = (symbols + 6) >> 1;
  store<u32>(model + CYCLE, first);
  store<u32>(model + UNTIL_UPDATE, first);
}

export function symbolOf(model: usize, symbol: u32): usize {
  return model + HEAD + ((<usize>symbol) << 2);
}

export function symbolsOf(model: usize): u32 {
  return load<u16>(model, SYMBOLS);
}

/** Makes the ranges fit the counts; the counts are halved where they no longer fit the bits of a range. */
export function updateSymbols(model: usize, withTable: bool): void {
  const symbols = symbolsOf(model);
  const cycle = load<u32>(model, CYCLE);
  const start = symbolOf(model, 0);
  const end = symbolOf(model, symbols);
  let total = load<u32>(model, TOTAL) + cycle;
  if (total > MAX_TOTAL) {
    total = 0;
    for (let at = start; at < end; at += 4) {
      const half = (<u32>load<u16>(at, 2) + 1) >> 1;
      store<u16>(at, <u16>half, 2);
      total += half;
    }
  }
  store<u32>(model, total, TOTAL);
  const scale: u32 = (1 << 31) / total;
  const shift: u32 = withTable ? load<u16>(model, TABLE_SHIFT) : 0;
  if (shift == 0) {
    let before: u32 = 0;
    for (let at = start; at < end; at += 4) {
      store<u16>(at, <u16>((scale * before) >> 16));
      before += load<u16>(at, 2);
    }
  } else {
    let before: u32 = 0;
    let cell: u32 = 0;
    for (let k: u32 = 0; k < symbols; k++) {
      const at = start + ((<usize>k) << 2);
      const range = (scale * before) >> 16;
      store<u16>(at, <u16>range);
      before += load<u16>(at, 2);
      // Cells below the start of this symbol begin within the one before it.
      for (const reached = range >> shift; cell < reached;) {
        cell += 1;
        store<u16>(end + ((<usize>cell) << 1), <u16>(k - 1));
      }
    }
    store<u16>(end, 0);
    const cells: u32 = 1 << (RANGE_BITS - shift);
    while (cell <= cells) {
      cell += 1;
      store<u16>(end + ((<usize>cell) << 1), <u16>(symbols - 1));
    }
  }
  const next = min((5 * cycle) >> 2, (symbols + 6) << 3);
  store<u32>(model, next, CYCLE);
  store<u32>(model, next, UNTIL_UPDATE);
}

/** The symbol whose range holds a value of 15 bits. */
export function findSymbol(model: usize, value: u32): u32 {
  const symbols = symbolsOf(model);
  const shift: u32 = load<u16>(model, TABLE_SHIFT);
  let low: u32 = 0;
  let high = symbols;
  if (shift != 0) {
    const cell = symbolOf(model, symbols) + ((<usize>(value >> shift)) << 1);
    low = load<u16>(cell);
    high = <u32>load<u16>(cell, 2) + 1;
  }
  while (high > low + 1) {
    const middle = (low + high) >> 1;
    if (<u32>load<u16>(symbolOf(model, middle)) > value) high = middle;
    else low = middle;
  }
  return low;
}

export function startBitModel(model: usize): void {
  store<u32>(model, 1, BIT_ZEROS);
  store<u32>(model, 2, BIT_TOTAL);
  store<u32>(model, 1 << (BIT_RANGE_BITS - 1), BIT_CHANCE);
  store<u32>(model, 4, BIT_UNTIL_UPDATE);
  store<u32>(model, 4, BIT_CYCLE);
}

export function countBit(model: usize, bit: u32): void {
  if (bit == 0) store<u32>(model, load<u32>(model, BIT_ZEROS) + 1, BIT_ZEROS);
  const until = load<u32>(model, BIT_UNTIL_UPDATE) - 1;
  store<u32>(model, until, BIT_UNTIL_UPDATE);
  if (until != 0) return;
  const cycle = load<u32>(model, BIT_CYCLE);
  let zeros = load<u32>(model, BIT_ZEROS);
  let total = load<u32>(model, BIT_TOTAL) + cycle;
  if (total > BIT_MAX_TOTAL) {
    total = (total + 1) >> 1;
    zeros = (zeros + 1) >> 1;
    if (zeros == total) total += 1;
  }
  store<u32>(model, zeros, BIT_ZEROS);
  store<u32>(model, total, BIT_TOTAL);
  store<u32>(model, (zeros * (<u32>(1 << 31) / total)) >> (31 - BIT_RANGE_BITS), BIT_CHANCE);
  const next = min((5 * cycle) >> 2, 64);
  store<u32>(model, next, BIT_CYCLE);
  store<u32>(model, next, BIT_UNTIL_UPDATE);
}

/**
 * Model of integers of 16 or 32 bits that are near to a prediction: the number of bits of the difference by context, then the bits, the
 * upper eight by a model for each number of bits.
 */
const MAX_MODELLED_BITS: u32 = 8;

/** Where the models of differences of k bits (1 to 32) begin, from the start of an integer model. */
const correctorAt = memory.data(4 * 33);
let correctorsEnd: usize = 0;
/** The models of differences of 1 to 16 bits end here; those of 16-bit integers need no more. */
let shortCorrectorsEnd: usize = 0;

export function placeCorrectors(): void {
  let at = BIT_MODEL_BYTES;
  for (let k: u32 = 1; k <= 32; k++) {
    store<u32>(correctorAt + 4 * <usize>k, <u32>at);
    at += symbolModelBytes(1 << min(k, MAX_MODELLED_BITS));
    if (k == 16) shortCorrectorsEnd = at;
  }
  correctorsEnd = at;
}

export function correctorOf(model: usize, k: u32): usize {
  return model + load<u32>(correctorAt + 4 * <usize>k);
}

function lengthsOf(model: usize, bits: u32): usize {
  return model + (bits == 32 ? correctorsEnd : shortCorrectorsEnd);
}

export function lengthModel(model: usize, bits: u32, context: u32): usize {
  return lengthsOf(model, bits) + <usize>context * symbolModelBytes(bits + 1);
}

export function integerModelBytes(bits: u32, contexts: u32): usize {
  return lengthsOf(0, bits) + <usize>contexts * symbolModelBytes(bits + 1);
}

export function startIntegerModel(model: usize, bits: u32, contexts: u32): void {
  startBitModel(model);
  for (let k: u32 = 1; k <= bits; k++) startSymbolModel(correctorOf(model, k), 1 << min(k, MAX_MODELLED_BITS));
  for (let c: u32 = 0; c < contexts; c++) startSymbolModel(lengthModel(model, bits, c), bits + 1);
}
