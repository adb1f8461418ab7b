import {
  BIT_CHANCE,
  BIT_RANGE_BITS,
  correctorOf,
  countBit,
  findSymbol,
  lengthModel,
  ONE_COUNT,
  RANGE_BITS,
  symbolOf,
  symbolsOf,
  UNTIL_UPDATE,
  updateSymbols,
} from './models';

const MIN_RANGE: u32 = 1 << 24;
const READ_AHEAD = 4;

/** Reads what Encoder writes. Its methods take the value that the encoder has, and ignore it. */
@final
@unmanaged
export class Decoder {
  private value: u32;
  private range: u32;
  private at: usize;
  private end: usize;
  /** Number of bits of the last integer; callers choose contexts by it. */
  bits: u32;

  get encodes(): bool {
    return false;
  }

  start(at: usize, bytes: usize): void {
    this.range = u32.MAX_VALUE;
    this.at = at;
    this.end = at + bytes;
    this.bits = 0;
    let value: u32 = 0;
    for (let k = 0; k < 4; k++) value = (value << 8) | this.byte();
    // No encoder writes the largest value, which would not lie below the range.
    this.value = min(value, u32.MAX_VALUE - 1);
  }

  /** Whether the bytes ended before the values, and what was read is worthless. Some encoders leave out the last zeros. */
  get isShort(): bool {
    return this.at > this.end + READ_AHEAD;
  }

  symbol(model: usize, _: u32): u32 {
    const range = this.range;
    const unit = range >> RANGE_BITS;
    const symbol = findSymbol(model, this.value / unit);
    const place = symbolOf(model, symbol);
    const counted = load<u32>(place);
    const low = (counted & 0xffff) * unit;
    const next = symbol + 1 == symbolsOf(model) ? range : <u32>load<u16>(place, 4) * unit;
    this.narrow(low, next - low);
    store<u32>(place, counted + ONE_COUNT);
    const until = load<u32>(model, UNTIL_UPDATE) - 1;
    if (until == 0) updateSymbols(model, true);
    else store<u32>(model, until, UNTIL_UPDATE);
    return symbol;
  }

  integer(model: usize, width: u32, context: u32, predicted: i32, _: i32): i32 {
    const bits = this.symbol(lengthModel(model, width, context), 0);
    this.bits = bits;
    let difference: i32 = 0;
    if (bits == 0) difference = this.bit(model);
    else if (bits == 32) difference = i32.MIN_VALUE;
    else {
      let rest = this.symbol(correctorOf(model, bits), 0);
      if (bits > 8) rest = (rest << (bits - 8)) | this.raw(bits - 8);
      const half: u32 = 1 << (bits - 1);
      difference = rest >= half ? <i32>(rest + 1) : <i32>(rest - (2 * half - 1));
    }
    const value = predicted + difference;
    return width == 16 ? value & 0xffff : value;
  }

  word(_: u32): u32 {
    const low = this.raw(16);
    return low | (this.raw(16) << 16);
  }

  private bit(model: usize): u32 {
    const zero = load<u32>(model, BIT_CHANCE) * (this.range >> BIT_RANGE_BITS);
    const bit: u32 = this.value >= zero ? 1 : 0;
    if (bit == 0) this.narrow(0, zero);
    else this.narrow(zero, this.range - zero);
    countBit(model, bit);
    return bit;
  }

  private raw(bits: u32): u32 {
    if (bits > 19) {
      const low = this.raw(16);
      return low | (this.raw(bits - 16) << 16);
    }
    const unit = this.range >> bits;
    const most: u32 = 1 << bits;
    let value = this.value / unit;
    // Only in a damaged stream. The value stays below the range: tables are looked up by it.
    if (value >= most) {
      value = most - 1;
      this.value = most * unit - 1;
    }
    this.narrow(value * unit, unit);
    return value;
  }

  private narrow(low: u32, range: u32): void {
    let value = this.value - low;
    while (range < MIN_RANGE) {
      value = (value << 8) | this.byte();
      range <<= 8;
    }
    this.value = value;
    this.range = range;
  }

  private byte(): u32 {
    const at = this.at;
    this.at = at + 1;
    return at < this.end ? load<u8>(at) : 0;
  }
}
