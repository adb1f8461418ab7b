import type { RasterInfo } from '../../../api/rasters.ts';
import { drawnBands } from './shown-look.ts';
import type { Range, Ranges, RasterLook } from './look-text.ts';

/** Places of a handle along a scale. */
export const STEPS = 1000;

/** Digits of a value that a handle chooses: a thousandth of the scale is seen, and more is noise. */
const DIGITS = 5;

/** From least to greatest, without the 2 % at each end, which are often errors; null where bytes need none or nothing is known. */
export function usualRange({ bands }: RasterInfo, number: number): Range | null {
  const band = bands.find((it) => it.number === number);
  if (band === undefined || band.type === 'uint8') return null;
  return rangeOf(band.percentile2, band.percentile98) ?? rangeOf(band.min, band.max);
}

export function usualRanges(info: RasterInfo, numbers: readonly [number, number, number]): Ranges | null {
  const [red = null, green = null, blue = null] = numbers.map((number) => usualRange(info, number));
  return red === null || green === null || blue === null ? null : [red, green, blue];
}

/** A range of two values that are known and differ; else null. */
export const rangeOf = (low: number | null, high: number | null): Range | null =>
  low !== null && high !== null && shortened(low) < shortened(high) ? [shortened(low), shortened(high)] : null;

/** The service takes no more digits than real numbers of 32 bits have. */
const shortened = (value: number): number => Number(value.toPrecision(9));

/** Ranges of a look by channel: one, or those of red, green and blue; null where the look has none of its own. */
export function rangesOf(look: RasterLook): readonly Range[] | null {
  if (look.kind === 'bands') return look.ranges;
  return 'range' in look && look.range !== null ? [look.range] : null;
}

/** A look with other ranges. The default one becomes the bands that it draws. */
export function withRanges(info: RasterInfo, look: RasterLook, ranges: readonly Range[]): RasterLook {
  const [first, second, third] = ranges;
  if (first === undefined) return look;
  const [red, green, blue] = drawnBands(info, look);
  const three: Ranges | null = second === undefined || third === undefined ? null : [first, second, third];
  switch (look.kind) {
    case 'hillshade':
      return look;
    case 'bands':
      return three === null ? look : { ...look, ranges: three };
    case 'default':
      if (red === undefined) return look;
      if (green === undefined || blue === undefined)
        return { kind: 'band', band: red, colours: 'grayscale', range: first };
      return three === null ? look : { kind: 'bands', bands: [red, green, blue], ranges: three };
    default:
      return { ...look, range: first };
  }
}

/** Place of a value along a scale, 0 to `STEPS`. */
export function stepOf(value: number, [low, high]: Range): number {
  const share = (value - low) / (high - low);
  return Math.round(Math.min(1, Math.max(0, share)) * STEPS);
}

/** The value at a place of a scale. Its ends are exact, what lies between has the digits that differ. */
export function valueAt(step: number, [low, high]: Range): number {
  if (step <= 0) return low;
  if (step >= STEPS) return high;
  const value = low + ((high - low) * step) / STEPS;
  const digits = Math.min(100, Math.max(0, DIGITS - Math.ceil(Math.log10(high - low))));
  return Number(value.toFixed(digits));
}
