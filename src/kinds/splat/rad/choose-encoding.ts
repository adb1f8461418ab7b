import { HARMONICS, type SplatModel } from '../model/splat-model.ts';
import { BANDS, COMPONENTS, type SplatEncoding } from './rad-format.ts';

/** Encodings and ranges of a file. */
export interface EncodingChoice {
  readonly splatEncoding: SplatEncoding;
  /** 16-bit floats where 8 bits would be too coarse for the range. */
  readonly rgb: 'r8_delta' | 'f16';
  readonly scales: 'ln_0r8' | 'ln_f16';
}

/** Widest range of colours for 8 bits: their steps are at most 1/85. */
const [LEAST_RGB, MOST_RGB] = [-1, 2] as const;
/** Widest range of logarithms of scales for 8 bits: their steps are at most 10 %. */
const MOST_LN_RANGE = 25;
/** Range of logarithms of scales that every file covers at least. */
const [LEAST_LN, MOST_LN] = [-12, 9] as const;
/** Leading bits of a float that name its bucket: sign, exponent and 9 bits of the fraction, a precision of 0.2 %. */
const KEPT_BITS = 18;

/** Chooses ranges by percentiles of all splats, so that outliers do not make the steps of all others coarse. */
export function chooseEncoding(model: SplatModel): EncodingChoice {
  const colours = countFloats(model.colours);
  const rgbMin = Math.min(0, floatOf(bucketAt(colours, 0.01)));
  const rgbMax = Math.max(1, floatOf(bucketAt(colours, 0.99)));
  const scales = countLargerScales(model.scales);
  const lnScaleMin = lowerOf(LEAST_LN, Math.log(floatOf(bucketAt(scales, 0.01))));
  const lnScaleMax = Math.max(MOST_LN, Math.log(floatOf(bucketAt(scales, 0.99))));
  const [sh1Max, sh2Max, sh3Max] = [0, 1, 2].map((band) => Math.fround(largestHarmonic(model, band)));
  return {
    splatEncoding: {
      rgbMin: Math.fround(rgbMin),
      rgbMax: Math.fround(rgbMax),
      lnScaleMin: Math.fround(lnScaleMin),
      lnScaleMax: Math.fround(lnScaleMax),
      sh1Max: sh1Max!,
      sh2Max: sh2Max!,
      sh3Max: sh3Max!,
      lodOpacity: true,
    },
    rgb: rgbMin < LEAST_RGB || rgbMax > MOST_RGB ? 'f16' : 'r8_delta',
    scales: lnScaleMax - lnScaleMin > MOST_LN_RANGE ? 'ln_f16' : 'ln_0r8',
  };
}

/** The logarithm is infinite if all scales are 0. */
const lowerOf = (least: number, value: number): number => (Number.isFinite(value) ? Math.min(least, value) : least);

function countFloats(values: Float32Array<SharedArrayBuffer>): Uint32Array {
  const counts = new Uint32Array(2 ** KEPT_BITS);
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length);
  for (let at = 0; at < bits.length; at += 1) counts[bits[at]! >>> (32 - KEPT_BITS)]! += 1;
  return counts;
}

/** Counts the two larger scales per splat. The smallest one of a flat splat means nothing, and 0 has a code of its own. */
function countLargerScales(scales: Float32Array<SharedArrayBuffer>): Uint32Array {
  const counts = new Uint32Array(2 ** KEPT_BITS);
  // Floats that are not negative have the order of their bits.
  const bits = new Uint32Array(scales.buffer, scales.byteOffset, scales.length);
  for (let at = 0; at < bits.length; at += 3) {
    const [x, y, z] = [bits[at]!, bits[at + 1]!, bits[at + 2]!];
    const least = Math.min(x, y, z);
    const most = Math.max(x, y, z);
    counts[most >>> (32 - KEPT_BITS)]! += 1;
    counts[(x + y + z - least - most) >>> (32 - KEPT_BITS)]! += 1;
  }
  counts[0] = 0;
  return counts;
}

/** Returns at least 1, so that most files have the same range of harmonics. */
function largestHarmonic({ harmonics, shDegree, count }: SplatModel, band: number): number {
  if (band >= shDegree) return 1;
  const counts = new Uint32Array(2 ** 16);
  const bits = new Uint16Array(harmonics.buffer, harmonics.byteOffset, harmonics.length);
  const { name, first } = BANDS[band]!;
  const each = HARMONICS[shDegree];
  const numbers = COMPONENTS[name];
  for (let splat = 0; splat < count; splat += 1) {
    const from = splat * each + first;
    for (let at = from; at < from + numbers; at += 1) counts[bits[at]!]! += 1;
  }
  return Math.max(1, Math.abs(halfOf(bucketAt(counts, 0.05))), Math.abs(halfOf(bucketAt(counts, 0.95))));
}

/**
 * Returns the bucket of a quantile.
 *
 * @param counts per bucket, which the leading bits of floats name, beginning with the sign
 * @param share of the values below the quantile
 */
function bucketAt(counts: Uint32Array, share: number): number {
  let total = 0;
  for (let bucket = 0; bucket < counts.length; bucket += 1) total += counts[bucket]!;
  if (total === 0) return 0;
  let left = Math.min(total - 1, Math.round(share * total));
  const half = counts.length / 2;
  // Negative floats have the reverse order of their bits.
  for (let bucket = counts.length - 1; bucket >= half; bucket -= 1) if ((left -= counts[bucket]!) < 0) return bucket;
  for (let bucket = 0; bucket < half; bucket += 1) if ((left -= counts[bucket]!) < 0) return bucket;
  return 0;
}

const words = new Uint32Array(1);
const floats = new Float32Array(words.buffer);
const halves = new Float16Array(words.buffer);

function floatOf(bucket: number): number {
  words[0] = bucket << (32 - KEPT_BITS);
  return floats[0]!;
}

function halfOf(bits: number): number {
  words[0] = bits;
  return halves[0]!;
}
