import type { PictureBand } from './coverage-picture.child.ts';
import type { RasterFacts } from '../read/raster-facts.child.ts';
import { fail } from '../../../errors/index.ts';
import type { BandStats } from '../cog/cog-facts.ts';

export interface PicturePlan {
  /** Bands of the source the picture is made of, with an alpha band if there is one; from 1. */
  readonly bands: readonly number[];
  /** Bands of a GeoTIFF that has just those. */
  readonly shown: readonly PictureBand[];
  readonly bits: 8 | 16;
}

/**
 * Which bands a picture shows, and how its values become shades: bytes as they are, 16 bits in a PNG as well; all else from
 * its least to its greatest value in the whole raster, so that pictures of neighbouring places fit together.
 *
 * @param chosen from 1; undefined: red, green and blue, or the first three, or the first
 * @param stats of the bands that are no alpha; null where they are not known
 * @throws `invalid-input` for a number of bands no picture has
 */
export function planPicture(
  format: 'png' | 'jpeg',
  chosen: readonly number[] | undefined,
  { bands, colorTable }: Pick<RasterFacts, 'bands' | 'colorTable'>,
  stats: readonly (BandStats | null)[] | null,
): PicturePlan {
  const isAlpha = (band: number): boolean => band > 1 && bands[band - 1]?.colorInterp === 'Alpha';
  const every = bands.map((_, index) => index + 1);
  const values = every.filter((band) => !isAlpha(band));
  const shown = colorTable === null ? (chosen?.filter((band) => !isAlpha(band)) ?? usual(values, bands)) : [1];
  if (shown.length !== 1 && shown.length !== 3)
    throw fail(
      'invalid-input',
      'A picture shows one band or three. Choose them by RANGESUBSET, or ask for image/tiff.',
    );
  const type = bands[(shown[0] ?? 1) - 1]?.type ?? 'Byte';
  if (type.startsWith('C')) throw fail('invalid-input', 'Complex numbers have no picture. Ask for image/tiff.');
  const alpha = every.find(isAlpha);
  const range = (band: number): { readonly low: number; readonly high: number } => {
    const { min: low, max: high } = stats?.[values.indexOf(band)] ?? { min: 0, max: 255 };
    return type === 'Byte' || colorTable !== null ? { low: 0, high: 255 } : { low, high };
  };
  return {
    bands: [...shown, ...(alpha === undefined ? [] : [alpha])],
    shown: shown.map((band, index) => ({ band: index + 1, ...range(band) })),
    bits: format === 'png' && type === 'UInt16' ? 16 : 8,
  };
}

function usual(values: readonly number[], bands: RasterFacts['bands']): readonly number[] {
  const colours = ['Red', 'Green', 'Blue'].map((name) => bands.findIndex((band) => band.colorInterp === name) + 1);
  if (!colours.includes(0)) return colours;
  return values.slice(0, values.length >= 3 ? 3 : 1);
}
