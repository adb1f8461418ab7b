import type { SparkSplats } from './spark-judge.ts';

/** Values of splats that Spark decoded, laid out as in a `SplatModel`. Opacities have their stored form. */
export interface SparkValues {
  readonly centres: Float32Array;
  readonly storedOpacities: Float32Array;
  readonly colours: Float32Array;
  readonly lnScales: Float32Array;
  readonly rotations: Float32Array;
  readonly harmonics: Float32Array;
  readonly childCounts: Uint32Array;
  readonly childStarts: Uint32Array;
}

/** Unpacks the splats of Spark, which keeps four 32-bit words per splat in each of its arrays. */
export function sparkValues({ numSplats, extArrays, extra }: SparkSplats): SparkValues {
  const [first, second] = extArrays;
  const each = (numbers: number, of: (splat: number, number: number) => number): Float32Array =>
    Float32Array.from({ length: numbers * numSplats }, (_, at) => of(Math.floor(at / numbers), at % numbers));
  const turns = each(4, (splat, number) => turnOf(second[4 * splat + 3]!)[number]!);
  const coefficients = extra.sh3a ? 15 : extra.sh2 ? 8 : extra.sh1 ? 3 : 0;
  return {
    centres: each(3, (splat, axis) => floatOf(first[4 * splat + axis]!)),
    storedOpacities: each(1, (splat) => halfOf(first[4 * splat + 3]!)),
    colours: each(3, (splat, colour) => halfAt(second, 4 * splat, colour)),
    lnScales: each(3, (splat, axis) => halfAt(second, 4 * splat, 3 + axis)),
    rotations: turns,
    harmonics: each(3 * coefficients, (splat, number) => {
      const coefficient = Math.floor(number / 3);
      const words = [extra.sh1, extra.sh2, extra.sh3a, extra.sh3b][Math.floor(coefficient / 4)]!;
      // Each array holds four coefficients, whatever their bands are.
      return harmonicOf(words[4 * splat + (coefficient % 4)]!, number % 3);
    }),
    childCounts: Uint32Array.from({ length: numSplats }, (_, splat) => extra.lodTree![4 * splat + 2]! & 0xffff),
    childStarts: Uint32Array.from({ length: numSplats }, (_, splat) => extra.lodTree![4 * splat + 3]!),
  };
}

const word = new Uint32Array(1);
const asFloat = new Float32Array(word.buffer);
const asHalves = new Float16Array(word.buffer);

function floatOf(bits: number): number {
  word[0] = bits;
  return asFloat[0]!;
}

function halfOf(bits: number): number {
  word[0] = bits;
  return asHalves[0]!;
}

/** Reads one of two 16-bit floats of a word. */
const halfAt = (words: Uint32Array, first: number, half: number): number =>
  halfOf(words[first + Math.floor(half / 2)]! >>> (half % 2 === 0 ? 0 : 16));

/** Decodes a rotation: an axis in octahedral encoding in twice 10 bits, and an angle in 12 bits. */
function turnOf(bits: number): readonly number[] {
  const [u, v] = [((bits & 0x3ff) / 1023) * 2 - 1, (((bits >>> 10) & 0x3ff) / 1023) * 2 - 1];
  const z = 1 - Math.abs(u) - Math.abs(v);
  const below = Math.max(0, -z);
  const axis = [u - Math.sign(u) * below, v - Math.sign(v) * below, z];
  const half = ((bits >>> 20) / 4095) * (Math.PI / 2);
  return [...axis.map((value) => (value / Math.hypot(...axis)) * Math.sin(half)), Math.cos(half)];
}

/** Decodes one of three coefficients, which have magnitudes, signs and a shared exponent. */
function harmonicOf(bits: number, colour: number): number {
  const size = ((bits >>> (8 * colour)) & 0xff) * (2 ** ((bits >>> 27) - 15) / 255);
  return ((bits >>> (24 + colour)) & 1) === 0 ? size : -size;
}
