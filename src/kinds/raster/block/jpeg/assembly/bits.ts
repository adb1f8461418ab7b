/** The bits of coded data, of which zeros behind 0xff are left out and a marker is the end (T.81, F.2.2.5). */

let at: usize = 0;
let end: usize = 0;
/** Bits that are read, the next one highest; how many they are, and how many of the last ones are not of the data. */
export let bits: u64 = 0;
export let count: i32 = 0;
let beyond: i32 = 0;

export function begin(from: usize, to: usize): void {
  at = from;
  end = to;
  bits = 0;
  count = 0;
  beyond = 0;
}

/** Leaves at least 32 bits: a code of 16 and a value of 15 fit. */
export function refilled(held: u64, number: i32): u64 {
  const next = bswap(load<u32>(at));
  // Whether one of four bytes is 0xff: its complement is 0.
  const other = ~next;
  if (((other - 0x01010101) & ~other & 0x80808080) === 0 && at + 4 <= end) {
    at += 4;
    return held | ((<u64>next) << (32 - number));
  }
  return held | ((<u64>slowly()) << (32 - number));
}

/** Four bytes, with zeros where the data end. */
function slowly(): u32 {
  let four: u32 = 0;
  for (let byte = 0; byte < 4; byte++) {
    let value: u32 = 0;
    if (at < end && (load<u8>(at) !== 0xff || load<u8>(at + 1) === 0)) {
      value = load<u8>(at);
      at += value === 0xff ? 2 : 1;
    } else {
      beyond += 8;
    }
    four = (four << 8) | value;
  }
  return four;
}

export function keep(held: u64, number: i32): void {
  bits = held;
  count = number;
}

export function hasReadTooMuch(): bool {
  return beyond > count;
}
