import { Photometric } from '@cogeotiff/core';
import { plainText } from '../../../geodata/plain-text.ts';
import { metresPerUnit } from '../../../geodata/surface/height-unit.ts';
import type { BandColour, BandWords, SampleType } from './cog-facts.ts';
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

/** Names of bands and of units are a word or two; a stranger may write a book. */
const MAX_WORD = 64;

/** Name, unit, scale and offset of each band, as GDAL writes them into its metadata tag. */
export function bandWords(count: number, metadata: string | null): readonly BandWords[] {
  const words = Array.from({ length: count }, () => ({ name: '', unit: '', scale: 1, offset: 0 }));
  const items = (metadata ?? '').matchAll(
    /<Item name="\w{1,32}" sample="(\d{1,4})" role="(description|unittype|scale|offset)">([^<]{0,1024})<\/Item>/g,
  );
  for (const [, sample, role, text = ''] of items) {
    const band = words[Number(sample)];
    if (band === undefined) continue;
    const number = Number(text);
    if (role === 'description') band.name = plainText(unescaped(text), MAX_WORD);
    else if (role === 'unittype') band.unit = plainText(unescaped(text), MAX_WORD);
    // A scale of 0, which would make all values one, and numbers that are none are taken for mistakes.
    else if (role === 'scale' && Number.isFinite(number) && number !== 0) band.scale = number;
    else if (role === 'offset' && Number.isFinite(number)) band.offset = number;
  }
  return words;
}

/** Item of the metadata by which the build keeps what the CRS of the source says of the unit of heights. */
export const METRES_ITEM = 'ALIDADE_METRES_PER_UNIT';
const METRES = new RegExp(`<Item name="${METRES_ITEM}">([0-9.e+-]{1,32})</Item>`);

/** Metres in a unit of heights: as the first band names it, else as the build wrote it; null where neither tells. */
export function heightMetres([first]: readonly BandWords[], metadata: string | null): number | null {
  const named = metresPerUnit(first?.unit ?? '');
  if (named !== null) return named;
  const written = Number(METRES.exec(metadata ?? '')?.[1]);
  return written > 0 && Number.isFinite(written) ? written : null;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name]!);

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
