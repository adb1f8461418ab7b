import type { Cover } from '../../datasets/index.ts';
import { EntryType } from '../../inspection/index.ts';
import { cogOutput } from './cog-build/build.ts';

const built = { type: EntryType.GeoRaster, output: cogOutput.kind };
const COLOURS = ['Red', 'Green', 'Blue'];

/** Orthophotos show what a survey is of; then pictures of bytes, as scans and old aerial photos are. Heights are shaded, and come last. */
export const rasterCovers: readonly Cover[] = [
  { ...built, holds: { bands: COLOURS.map((colorInterp) => ({ type: 'Byte', colorInterp })) } },
  { ...built, holds: { bands: COLOURS.map((colorInterp) => ({ colorInterp })) } },
  { ...built, holds: { bands: [{ type: 'Byte' }] } },
  { ...built, isLast: true },
];
