/**
 * Splats as the graphics card has them. Four words are the place (three 32-bit floats) and the opacity (half float); four more are
 * colour and natural logarithms of the scales (half floats), and the turn: its axis as an octahedron of 10 + 10 bits, its angle of 12.
 */

/** All half floats, by their bits: splats are many, and decoding each would take longer than looking it up. */
const HALVES = Float32Array.from({ length: 65_536 }, (_, bits) => halfFloat(bits));
/** The same for scales, which are stored as logarithms. */
const SCALES = HALVES.map((value) => Math.exp(value));

function halfFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const [exponent, fraction] = [(bits >> 10) & 31, bits & 1023];
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** 0 to 1; more for merged splats whose middle is flat. */
export const opacityOf = (places: Uint32Array, splat: number): number => HALVES[places[4 * splat + 3]! & 0xffff]!;

export const largestScaleOf = (looks: Uint32Array, splat: number): number => {
  const last = looks[4 * splat + 2]!;
  return Math.max(SCALES[looks[4 * splat + 1]! >>> 16]!, SCALES[last & 0xffff]!, SCALES[last >>> 16]!);
};

export const scalesOf = (looks: Uint32Array, splat: number): readonly [number, number, number] => {
  const last = looks[4 * splat + 2]!;
  return [SCALES[looks[4 * splat + 1]! >>> 16]!, SCALES[last & 0xffff]!, SCALES[last >>> 16]!];
};

/** Red, green, blue: 0 to 1 for what screens show. */
export const colourOf = (looks: Uint32Array, splat: number): readonly [number, number, number] => {
  const first = looks[4 * splat]!;
  return [HALVES[first & 0xffff]!, HALVES[first >>> 16]!, HALVES[looks[4 * splat + 1]! & 0xffff]!];
};

/** Unit quaternion x, y, z, w. */
export function turnOf(looks: Uint32Array, splat: number): readonly [number, number, number, number] {
  const word = looks[4 * splat + 3]!;
  let x = (2 * (word & 1023)) / 1023 - 1;
  let y = (2 * ((word >>> 10) & 1023)) / 1023 - 1;
  const z = 1 - Math.abs(x) - Math.abs(y);
  const folded = Math.max(-z, 0);
  x += x >= 0 ? -folded : folded;
  y += y >= 0 ? -folded : folded;
  const half = ((word >>> 20) / 4095) * (Math.PI / 2);
  const factor = Math.sin(half) / Math.hypot(x, y, z);
  return [x * factor, y * factor, z * factor, Math.cos(half)];
}
