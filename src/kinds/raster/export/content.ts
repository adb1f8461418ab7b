import type { RasterBandFacts, RasterFacts } from '../read/raster-facts.child.ts';
import type { Rendering } from './render/request.ts';
import { fail } from '../../../errors/index.ts';
import { bandOrder, SPECTRAL_INDICES, type BandLetter, type BandOrder } from '../spectral/index.ts';
import { PRESETS, type RasterExportParameters, readBands, readRange } from './parameters.ts';
import { refuseParameter } from '../../../tasks/index.ts';

/** What an export shows of a raster. Bands are numbered from 1. */
export type Content =
  /** Bands as they are, or each made 8 bits of what lies between two values. */
  | {
      readonly kind: 'bands';
      readonly bands: readonly number[];
      readonly colours: readonly string[] | null;
      readonly scaling: readonly (readonly [low: number, high: number])[] | null;
    }
  /** Pixels that are computed; shades without a range have that of the values themselves. */
  | { readonly kind: 'computed'; readonly rendering: Rendering | ShadesOfAll };

export interface ShadesOfAll {
  readonly kind: 'shades';
  readonly bands: readonly number[];
  readonly low: null;
  readonly high: null;
}

/** What of a raster's facts says how it is shown. */
export type ShownFacts = Pick<RasterFacts, 'bands' | 'colorTable'>;

/** @throws `invalid-input` for bands that the raster does not have */
export function contentOf(parameters: RasterExportParameters, facts: ShownFacts): Content {
  const { formula, content, rescale, colormap, format } = parameters;
  const range = rescale === null ? null : readRange(rescale);
  if (range !== null && !(range[0] < range[1]))
    throw refuseParameter('rescale', 'The first number of rescale is to be less than the second.');
  if (facts.bands.some(({ type }) => type.startsWith('C')))
    throw fail('invalid-input', 'The raster holds complex numbers (radar data), which cannot be exported.');
  if (formula !== null) {
    const index = SPECTRAL_INDICES[formula];
    const bands = bandsOf(index.bands, facts.bands, parameters);
    if (content === 'values') return computed({ kind: 'index-values', index: formula, bands });
    return computed({
      kind: 'index',
      index: formula,
      bands,
      colours: colormap ?? 'rdylgn',
      range: range ?? index.range,
    });
  }
  if (content === 'values')
    return {
      kind: 'bands',
      bands: withAlpha(chosenValues(parameters, facts.bands), facts.bands),
      colours: null,
      scaling: null,
    };
  if (facts.colorTable !== null) return computed({ kind: 'palette' });
  const bands = chosenColours(parameters, facts.bands);
  const isByte = bands.every((band) => facts.bands[band - 1]?.type === 'Byte');
  if (isByte && range === null && (format === 'COG' || format === 'GTiff')) return asTheyAre(bands, facts.bands);
  const [low, high] = range ?? (isByte ? [0, 255] : [null, null]);
  return low === null
    ? computed({ kind: 'shades', bands, low, high: null })
    : computed({ kind: 'shades', bands, low, high });
}

const computed = (rendering: Rendering | ShadesOfAll): Content => ({ kind: 'computed', rendering });

/** Bands of 8 bits need no computing: their alpha, nodata or mask go with them. */
function asTheyAre(bands: readonly number[], all: readonly RasterBandFacts[]) {
  const names = bands.length === 1 ? ['gray'] : ['red', 'green', 'blue'];
  const shown = withAlpha(bands, all);
  const colours = shown.length > bands.length ? [...names, 'alpha'] : names;
  return { kind: 'bands', bands: shown, colours, scaling: null } as const;
}

/** What is opaque in alpha bands of these types. */
const OPAQUE: Readonly<Record<string, number>> = { Byte: 255, UInt16: 65_535 };

/**
 * Shades that GDAL's programs make as well, in half the time: of whole numbers that are all values, where an alpha band or a
 * mask tells what does not show. Null where pixels are to be looked at one by one.
 */
export function scaledBands(
  { bands, low, high }: Rendering & { readonly kind: 'shades' },
  all: readonly RasterBandFacts[],
  format: RasterExportParameters['format'],
): Content | null {
  const alpha = alphaOf(all);
  const opaque = OPAQUE[alpha === null ? 'Byte' : (all[alpha - 1]?.type ?? '')];
  const isPlain = bands.every((band) => {
    const { type, nodata } = all[band - 1]!;
    return /^U?Int|^Byte$/.test(type) && (nodata === null || alpha !== null);
  });
  if (!isPlain || opaque === undefined || format === 'PNG' || format === 'JPEG') return null;
  const content = asTheyAre(bands, all);
  return { ...content, scaling: content.bands.map((band) => (band === alpha ? [0, opaque] : [low, high])) };
}

/** What is hidden of a raster stays hidden, whichever of its bands are wanted. */
export function withAlpha(bands: readonly number[], all: readonly RasterBandFacts[]): readonly number[] {
  const alpha = alphaOf(all);
  return alpha === null || bands.includes(alpha) ? bands : [...bands, alpha];
}

/** Number of the alpha band; a raster of nothing but one has values in it. */
function alphaOf(bands: readonly Pick<RasterBandFacts, 'colorInterp'>[]): number | null {
  const at = bands.findIndex(({ colorInterp }) => colorInterp === 'Alpha');
  return at < 1 ? null : at + 1;
}

function chosenValues({ bands, preset, bandFilter }: RasterExportParameters, all: readonly RasterBandFacts[]) {
  if (bands !== null) return existing(readBands(bands), all);
  if (preset !== null) return bandsOf(PRESETS[preset], all, { bandFilter });
  return all.map((_, at) => at + 1);
}

/** Three bands or one: those that are named, else red, green and blue, else the first three, else the first. */
function chosenColours({ bands, preset, bandFilter }: RasterExportParameters, all: readonly RasterBandFacts[]) {
  if (bands !== null) {
    const chosen = existing(readBands(bands), all);
    if (chosen.length === 1 || chosen.length === 3) return chosen;
    throw refuseParameter('bands', 'A picture has one band or three. Name as many, or ask for values.');
  }
  if (preset !== null) return bandsOf(PRESETS[preset], all, { bandFilter });
  const order = bandOrder(all, bandFilter);
  const colours = PRESETS['true-color'].map((letter) => order.get(letter));
  if (colours.every((band) => band !== undefined && band <= all.length)) return colours as readonly number[];
  const alpha = alphaOf(all);
  const values = all.map((_, at) => at + 1).filter((band) => band !== alpha);
  return values.slice(0, values.length >= 3 ? 3 : 1);
}

function existing(bands: readonly number[], all: readonly RasterBandFacts[]): readonly number[] {
  const missing = bands.find((band) => band > all.length);
  if (missing === undefined) return bands;
  throw refuseParameter('bands', `There is no band ${missing}: the raster has ${all.length}.`);
}

/** Numbers of the bands that see something. @throws `invalid-input` for what the raster does not have */
export function bandsOf(
  letters: readonly BandLetter[],
  all: readonly RasterBandFacts[],
  { bandFilter }: Pick<RasterExportParameters, 'bandFilter'>,
): readonly number[] {
  const order: BandOrder = bandOrder(all, bandFilter);
  const bands = letters.map((letter) => order.get(letter) ?? null);
  const missing = letters.find((_, at) => bands[at] === null || bands[at]! > all.length);
  if (missing === undefined) return bands as readonly number[];
  const known = [...order.keys()].join(', ');
  const words = known === '' ? 'nothing is known of what its bands see' : `its bands are known to see ${known}`;
  throw fail(
    'invalid-input',
    `The raster has no band ${missing}, which is needed: ${words}. Say it by bandFilter if it has one.`,
  );
}
