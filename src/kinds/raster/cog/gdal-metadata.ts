import { Photometric } from '@cogeotiff/core';
import type { BandColour, SampleType } from './cog-facts.ts';
import type { ImageTags } from './image-tags.ts';

/** ExtraSamples values that mean alpha: associated and unassociated (TIFF 6.0, section 18). */
const ALPHA_SAMPLES: readonly number[] = [1, 2];

const COLOUR_NAMES: Readonly<Record<string, BandColour>> = {
  Red: 'red',
  Green: 'green',
  Blue: 'blue',
  Alpha: 'alpha',
  Gray: 'grey',
};

/**
 * What each band means: by the photometric interpretation and ExtraSamples of TIFF, then by the `COLORINTERP` items
 * GDAL writes into its metadata tag where those two cannot say it.
 */
export function bandColours(tags: ImageTags, metadata: string | null): readonly BandColour[] {
  const count = tags.samplesPerPixel;
  const colours = Array.from<BandColour>({ length: count }).fill('other');
  const isColour = tags.photometric === Photometric.Rgb || tags.photometric === Photometric.Ycbcr;
  if (isColour && count >= 3) colours.splice(0, 3, 'red', 'green', 'blue');
  else colours[0] = 'grey';
  tags.extraSamples.forEach((kind, index) => {
    const band = count - tags.extraSamples.length + index;
    if (ALPHA_SAMPLES.includes(kind) && band > 0) colours[band] = 'alpha';
  });
  // One flat element per band, written by GDAL itself: a pattern is enough, and has nothing to expand or fetch.
  const items = (metadata ?? '').matchAll(/<Item name="COLORINTERP" sample="(\d{1,4})"[^>]{0,64}>(\w{1,32})<\/Item>/g);
  for (const [, sample, name] of items) {
    const band = Number(sample);
    if (band < count) colours[band] = COLOUR_NAMES[name ?? ''] ?? 'other';
  }
  return colours;
}

/**
 * The nodata value as the samples hold it: the text is decimal, so a Float32 raster compares its rounded form.
 * Null when absent or when the sample type cannot hold the value (such as -10000 in bytes), which hides nothing.
 * NaN is a value like any other here, and is nodata in every floating point raster anyway.
 */
export function parseNodata(text: string | null, type: SampleType): number | null {
  const trimmed = (text ?? '').replaceAll('\0', '').trim();
  if (trimmed === '') return null;
  const value = /^[+-]?inf/i.test(trimmed) ? Number(`${trimmed[0] === '-' ? '-' : ''}Infinity`) : Number(trimmed);
  if (type === 'float64') return value;
  if (type === 'float32') return Math.fround(value);
  const [low, high] = INTEGER_RANGES[type];
  return Number.isInteger(value) && value >= low && value <= high ? value : null;
}

const INTEGER_RANGES = {
  uint8: [0, 0xff],
  uint16: [0, 0xffff],
  int16: [-0x8000, 0x7fff],
  uint32: [0, 0xffff_ffff],
  int32: [-0x8000_0000, 0x7fff_ffff],
} as const;
