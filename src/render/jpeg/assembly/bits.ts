/** The bits of coded data, with a zero behind each 0xff (T.81, B.1.1.5). */

/** Where the next byte goes. */
export let out: usize = 0;
/** Bits that are not written yet, the last one lowest, and how many they are: at most 32 between calls. */
let held: u64 = 0;
let count: u32 = 0;

export function writeTo(target: usize): void {
  out = target;
}

export function beginBits(): void {
  held = 0;
  count = 0;
}

/** @param length at most 32 */
export function putBits(bits: u32, length: u32): void {
  held = (held << length) | bits;
  count += length;
  if (count < 32) return;
  count -= 32;
  const four = <u32>(held >> count);
  // Whether one of four bytes is 0xff: its complement is 0.
  const other = ~four;
  if (((other - 0x01010101) & four & 0x80808080) === 0) {
    store<u32>(out, bswap(four));
    out += 4;
    return;
  }
  for (let shift: i32 = 24; shift >= 0; shift -= 8) putCoded((four >> shift) & 255);
}

function putCoded(byte: u32): void {
  putByte(byte);
  if (byte === 255) putByte(0);
}

/** Ones fill the last byte. */
export function endBits(): void {
  const missing = -count & 7;
  held = (held << missing) | ((1 << missing) - 1);
  count += missing;
  while (count > 0) {
    count -= 8;
    putCoded(<u32>(held >> count) & 255);
  }
}

export function putByte(byte: u32): void {
  store<u8>(out++, <u8>byte);
}

export function putTwo(value: u32): void {
  putByte(value >> 8);
  putByte(value & 255);
}

export function putAll(from: usize, bytes: usize): void {
  memory.copy(out, from, bytes);
  out += bytes;
}
