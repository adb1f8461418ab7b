import type { BandStats, SampleType } from '../cog/cog-facts.ts';
import type { BandSamples } from '../block/samples.ts';

/** The values drawn as 0 and 255; what lies beyond is drawn as the nearer of the two. */
export interface Stretch {
  readonly min: number;
  readonly max: number;
}

/**
 * Where the stretch of a band that does not hold bytes comes from. `full` is minimum and maximum of the band, the
 * default: no value is cut off and a height model keeps its peaks, as existing clients of this interface expect.
 * `percentile` is the 2nd and the 98th, for pictures whose few brightest pixels would leave the rest dark.
 */
export type StretchKind = 'full' | 'percentile';

/** Bytes are drawn as they are. */
const IDENTITY: Stretch = { min: 0, max: 255 };

export function stretchOf(type: SampleType, stats: BandStats, kind: StretchKind = 'full'): Stretch {
  if (type === 'uint8') return IDENTITY;
  const { min, max, p2 = min, p98 = max } = stats;
  return kind === 'percentile' && p98 > p2 ? { min: p2, max: p98 } : { min, max };
}

/**
 * Factor and offset with which `value * factor + offset` is the drawn byte before rounding and clamping.
 * A band of one single value is drawn as middle grey: it is there, and has no contrast.
 */
export function linearScale({ min, max }: Stretch): { readonly factor: number; readonly offset: number } {
  if (!(max > min)) return { factor: 0, offset: 127 };
  const factor = 255 / (max - min);
  return { factor, offset: -min * factor };
}

/**
 * Smallest and largest valid value among some samples, for a raster without statistics.
 * @param isValid whether pixel i shows
 * @returns null when no pixel is valid
 */
export function rangeOf(band: BandSamples, pixels: number, isValid: (pixel: number) => boolean): BandStats | null {
  const { samples, offset, stride } = band;
  let min = Infinity;
  let max = -Infinity;
  for (let pixel = 0; pixel < pixels; pixel++) {
    const value = samples[offset + pixel * stride]!;
    if (!Number.isFinite(value) || !isValid(pixel)) continue;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return min <= max ? { min, max } : null;
}
