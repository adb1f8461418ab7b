import {
  BIT_CHANCE,
  BIT_RANGE_BITS,
  correctorOf,
  countBit,
  lengthModel,
  ONE_COUNT,
  RANGE_BITS,
  symbolOf,
  symbolsOf,
  UNTIL_UPDATE,
  updateSymbols,
} from './models';

/** Below it, bytes are written until the range is wide enough again. */
const MIN_RANGE: u32 = 1 << 24;

/** Range coder (Martin 1979; Said 2004): each value narrows a range of 32 bits, whose leading bytes are written once they are sure. */
@final
@unmanaged
export class Encoder {
  private base: u32;
  private range: u32;
  /** Where the next byte goes. */
  at: usize;
  /** Number of bits of the last integer; callers choose contexts by it. */
  bits: u32;

  get encodes(): bool {
    return true;
  }

  start(at: usize): void {
    this.base = 0;
    this.range = u32.MAX_VALUE;
    this.at = at;
    this.bits = 0;
  }

  symbol(model: usize, symbol: u32): u32 {
    const place = symbolOf(model, symbol);
    const counted = load<u32>(place);
    const range = this.range;
    const unit = range >> RANGE_BITS;
    const low = (counted & 0xffff) * unit;
    const next = symbol + 1 == symbolsOf(model) ? range : <u32>load<u16>(place, 4) * unit;
    this.narrow(low, next - low);
    store<u32>(place, counted + ONE_COUNT);
    const until = load<u32>(model, UNTIL_UPDATE) - 1;
    if (until == 0) updateSymbols(model, false);
    else store<u32>(model, until, UNTIL_UPDATE);
    return symbol;
  }

  /** Codes the difference of an integer of 16 or 32 bits from its prediction. */
  integer(model: usize, width: u32, context: u32, predicted: i32, value: i32): i32 {
    let difference = value - predicted;
    if (width == 16) difference = <i32>(<i16>difference);
    const bits: u32 = 32 - clz<u32>(difference <= 0 ? -difference : difference - 1);
    this.bits = bits;
    this.symbol(lengthModel(model, width, context), bits);
    if (bits == 0) this.bit(model, difference);
    else if (bits < 32) {
      // Lowest for the most negative: numbers of this many bits, without a gap.
      const rest = <u32>(difference < 0 ? difference + (1 << bits) - 1 : difference - 1);
      if (bits <= 8) this.symbol(correctorOf(model, bits), rest);
      else {
        this.symbol(correctorOf(model, bits), rest >> (bits - 8));
        this.raw(rest & ((1 << (bits - 8)) - 1), bits - 8);
      }
    }
    return value;
  }

  /** 32 bits as they are. */
  word(value: u32): u32 {
    this.raw(value & 0xffff, 16);
    this.raw(value >> 16, 16);
    return value;
  }

  /** Writes what is left, and the zeros that decoders read ahead. */
  finish(): void {
    const isWide = this.range > 2 * MIN_RANGE;
    this.narrow(isWide ? MIN_RANGE : MIN_RANGE >> 1, isWide ? MIN_RANGE >> 1 : MIN_RANGE >> 9);
    for (let zeros = isWide ? 3 : 2; zeros > 0; zeros--) this.byte(0);
  }

  private bit(model: usize, bit: u32): void {
    const zero = load<u32>(model, BIT_CHANCE) * (this.range >> BIT_RANGE_BITS);
    if (bit == 0) this.narrow(0, zero);
    else this.narrow(zero, this.range - zero);
    countBit(model, bit);
  }

  private raw(value: u32, bits: u32): void {
    if (bits > 19) {
      this.raw(value & 0xffff, 16);
      this.raw(value >> 16, bits - 16);
      return;
    }
    const unit = this.range >> bits;
    this.narrow(value * unit, unit);
  }

  private narrow(low: u32, range: u32): void {
    let base = this.base + low;
    if (base < low) this.carry();
    while (range < MIN_RANGE) {
      this.byte(base >> 24);
      base <<= 8;
      range <<= 8;
    }
    this.base = base;
    this.range = range;
  }

  private byte(value: u32): void {
    store<u8>(this.at, <u8>value);
    this.at += 1;
  }

  private carry(): void {
    let at = this.at - 1;
    while (load<u8>(at) == 0xff) {
      store<u8>(at, 0);
      at -= 1;
    }
    store<u8>(at, load<u8>(at) + 1);
  }
}
