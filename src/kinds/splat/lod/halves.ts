/**
 * Value of each 16-bit float by its bits. Node.js 24 accesses a `Float16Array` by a function call, which takes 5 times as long as this
 * table.
 */
export const HALVES: Float32Array = Float32Array.from(
  new Float16Array(Uint16Array.from({ length: 65_536 }, (_, bits) => bits).buffer),
);

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

/** Bits of the nearest 16-bit float. Ties round to even. */
export function halfOf(value: number): number {
  float[0] = value;
  const single = bits[0]!;
  const sign = (single >>> 16) & 0x8000;
  const size = single & 0x7fff_ffff;
  if (size > 0x7f80_0000) return 0x7e00;
  // 65,520 and above round to infinity.
  if (size >= 0x477f_f000) return sign | 0x7c00;
  // Numbers below 2^-14 are subnormal, in steps of 2^-24.
  if (size < 0x3880_0000) return sign | roundEven(Math.abs(float[0]) * 2 ** 24);
  return sign | ((size - 0x3800_0000 + 0x0fff + ((size >>> 13) & 1)) >>> 13);
}

function roundEven(value: number): number {
  const below = Math.floor(value);
  const rest = value - below;
  return rest > 0.5 || (rest === 0.5 && below % 2 === 1) ? below + 1 : below;
}
