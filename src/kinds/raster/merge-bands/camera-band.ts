import { posix } from 'node:path';
import type { RasterFacts } from '../read/raster-facts.child.ts';
import { type BandLetter, letterOf } from '../spectral/index.ts';

/** A raster of one band, one of those that are merged. */
export interface CameraBand {
  /** Path in the dataset. */
  readonly entryPath: string;
  /** Where its bytes lie. */
  readonly file: string;
  readonly facts: RasterFacts;
  /** What the camera says of the shot; empty where it says nothing. */
  readonly xmp: ReadonlyMap<string, string>;
}

const NAMES: Readonly<Record<BandLetter, string>> = {
  R: 'Red',
  G: 'Green',
  B: 'Blue',
  N: 'NIR',
  Re: 'RedEdge',
  T: 'Thermal',
  L: 'LWIR',
  P: 'Panchromatic',
};

/** What a band is called: by its camera, by its file, else by a word at the end of the file's name (`DJI_0010_MS_NIR`). */
export function bandName({ entryPath, facts, xmp }: CameraBand): string {
  const stem = posix.parse(entryPath).name;
  const said = xmp.get('Camera:BandName') ?? xmp.get('drone-dji:BandName') ?? facts.bands[0]?.name ?? '';
  const letter = letterOf(said) ?? letterOf(stem.split(/[_. -]/).at(-1) ?? '');
  if (letter !== null) return NAMES[letter];
  return said === '' ? stem : said;
}
