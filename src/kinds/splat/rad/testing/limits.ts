import type { EncodingChoice } from '../choose-encoding.ts';
import { BANDS, COMPONENTS } from '../rad-format.ts';
import { storedOpacity } from '../stored-opacity.ts';
import { HARMONICS, type SplatModel } from '../../model/splat-model.ts';

/** Decoded values of some splats of a model. */
export type Decoded = Readonly<
  Record<'centres' | 'scales' | 'rotations' | 'opacities' | 'colours' | 'harmonics', ArrayLike<number>>
>;

/** Largest angle in degrees between an encoded and a decoded rotation, including that Spark rounds again. */
export const MOST_DEGREES = 1.9;
/** Relative error of a 16-bit float that was rounded twice. */
const HALF = 2 ** -11;

/**
 * Divides the largest errors by the limits of the format; a sound decoder gives at most 1. Values outside of a range are compared with
 * its end.
 *
 * @param base index in the model of the first decoded splat
 */
export function errorShares(model: SplatModel, base: number, decoded: Decoded, choice: EncodingChoice) {
  const { splatEncoding: ranges } = choice;
  const shares = { centres: 0, colours: 0, scales: 0, rotations: 0, opacities: 0, harmonics: 0 };
  const note = (name: keyof typeof shares, error: number, limit: number): void => {
    shares[name] = Math.max(shares[name], Number.isNaN(error) ? Infinity : error / limit);
  };
  const clamp = (value: number, min: number, max: number): number => Math.max(min, Math.min(max, value));
  for (let at = 0; at < decoded.centres.length; at += 1) {
    if (!Object.is(model.centres[3 * base + at], decoded.centres[at])) shares.centres = Infinity;
    const [colour, scale] = [model.colours[3 * base + at]!, model.scales[3 * base + at]!];
    const seen = decoded.colours[at]!;
    if (choice.rgb === 'f16') note('colours', Math.abs(seen - colour), HALF * Math.abs(colour) + 1e-7);
    else {
      const step = (ranges.rgbMax - ranges.rgbMin) / 255;
      note('colours', Math.abs(seen - clamp(colour, ranges.rgbMin, ranges.rgbMax)), step / 2 + 1e-6);
    }
    const seenScale = decoded.scales[at]!;
    if (scale === 0 || seenScale === 0) note('scales', Math.abs(seenScale - scale), 1e-38);
    else if (choice.scales === 'ln_f16')
      note('scales', Math.abs(Math.log(seenScale / scale)), HALF * Math.abs(Math.log(scale)) + 1e-5);
    else {
      const ln = clamp(Math.log(scale), ranges.lnScaleMin, ranges.lnScaleMax);
      note('scales', Math.abs(Math.log(seenScale) - ln), (ranges.lnScaleMax - ranges.lnScaleMin) / 508 + 1e-5);
    }
  }
  for (let at = 0; at < decoded.opacities.length; at += 1) {
    const stored = storedOpacity(model.opacities[base + at]!);
    note('opacities', Math.abs(storedOpacity(decoded.opacities[at]!) - stored), HALF * stored + 1e-6);
    note('rotations', degreesBetween(model.rotations, 4 * (base + at), decoded.rotations, 4 * at), MOST_DEGREES);
  }
  const each = HARMONICS[model.shDegree];
  const ends = BANDS.flatMap(({ name }) => Array.from({ length: COMPONENTS[name] }, () => ranges[`${name}Max`]));
  for (let at = 0; at < decoded.harmonics.length; at += 1) {
    const max = ends[at % each]!;
    const wanted = clamp(model.harmonics[each * base + at]!, -max, max);
    note('harmonics', Math.abs(decoded.harmonics[at]! - wanted), max / 254 + 1e-6);
  }
  return shares;
}

/** Angle in degrees between two rotations. A quaternion and its negative are the same rotation. */
export function degreesBetween(first: ArrayLike<number>, at: number, second: ArrayLike<number>, to: number): number {
  let [apart, together] = [0, 0];
  for (let part = 0; part < 4; part += 1) {
    apart += (first[at + part]! - second[to + part]!) ** 2;
    together += (first[at + part]! + second[to + part]!) ** 2;
  }
  return (4 * Math.asin(Math.min(1, Math.sqrt(Math.min(apart, together)) / 2)) * 180) / Math.PI;
}

/** True if no error exceeds its limit. */
export const withinLimits = (shares: ReturnType<typeof errorShares>): boolean =>
  Object.values(shares).every((share) => share <= 1);
