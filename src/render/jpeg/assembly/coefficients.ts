import { putBits } from './bits';
import { codesOf, placeOf } from './tables';
import { coefficients, shown01, shown23, shown45, shown67 } from './transform';

/** End of a block, and sixteen zeros. */
const END: usize = 0;
const SIXTEEN: usize = 0xf0;

/** Where each coefficient of the zigzag stands in two rows of the four pairs: 255 where it is in another pair. */
const pairPlaces: usize = memory.data(4 * 64, 16);
/** Twice the places of coefficients, by their order in zigzag. */
const bytePlaces: usize = memory.data(64, 16);

export function makePlaces(): void {
  memory.fill(pairPlaces, 255, 4 * 64);
  for (let order = 0; order < 64; order++) {
    const place = placeOf(order);
    store<u8>(pairPlaces + 64 * (place >> 4) + order, <u8>(place & 15));
    store<u8>(bytePlaces + order, <u8>(2 * place));
  }
}

/** Bits of the coefficients that are not 0, in zigzag: sixteen from some place on. */
function shownFrom(order: usize): u64 {
  const at = pairPlaces + order;
  const upper = v128.or(i8x16.swizzle(shown01, v128.load(at)), i8x16.swizzle(shown23, v128.load(at, 64)));
  const lower = v128.or(i8x16.swizzle(shown45, v128.load(at, 128)), i8x16.swizzle(shown67, v128.load(at, 192)));
  return <u64>(<u32>i8x16.bitmask(v128.or(upper, lower)));
}

/** Writes the code of a symbol, and the bits of a value below it. */
function putValue(codes: usize, zeros: u32, value: i32): void {
  const sign = value >> 31;
  const size = 32 - clz<u32>((value ^ sign) - sign);
  const code = load<u32>(codes + 4 * <usize>((zeros << 4) | size));
  // A negative value is one less, without its higher bits.
  const bits = <u32>(value + sign) & ((1 << size) - 1);
  putBits(((code >> 8) << size) | bits, (code & 255) + size);
}

function putSymbol(codes: usize, symbol: usize): void {
  const code = load<u32>(codes + 4 * symbol);
  putBits(code >> 8, code & 255);
}

/** Writes the block that was transformed last. @returns its DC, which the next one is told the difference of */
export function putBlock(isChroma: usize, previous: i32): i32 {
  const dc: i32 = load<i16>(coefficients);
  putValue(codesOf(0, isChroma), 0, dc - previous);
  const codes = codesOf(1, isChroma);
  let left = shownFrom(0) | (shownFrom(16) << 16) | (shownFrom(32) << 32) | (shownFrom(48) << 48);
  left &= ~(<u64>1);
  let last: u32 = 0;
  while (left !== 0) {
    const order = <u32>ctz<u64>(left);
    left &= left - 1;
    let zeros = order - last - 1;
    for (; zeros > 15; zeros -= 16) putSymbol(codes, SIXTEEN);
    putValue(codes, zeros, load<i16>(coefficients + load<u8>(bytePlaces + order)));
    last = order;
  }
  if (last !== 63) putSymbol(codes, END);
  return dc;
}

/** A block beyond the picture, as its units have twice two of luma: the same DC and nothing else. */
export function putNothing(): void {
  putSymbol(codesOf(0, 0), 0);
  putSymbol(codesOf(1, 0), END);
}
