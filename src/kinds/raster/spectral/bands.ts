/**
 * What a band of a camera sees: red, green, blue, near infrared, red edge, temperature; `L` (long-wave infrared as it was
 * measured) and `P` (panchromatic) take a place in a file and are in no formula.
 */
export const BAND_LETTERS = ['R', 'G', 'B', 'N', 'Re', 'T', 'L', 'P'] as const;
export type BandLetter = (typeof BAND_LETTERS)[number];

/** A band as its file tells of it. */
export interface DescribedBand {
  /** GDAL's name of its colour: Red, Gray, Alpha, Undefined ... */
  readonly colorInterp: string;
  /** The name its maker gave it; empty for none. */
  readonly name: string;
}

/** Numbers of bands, from 1, by what they see. */
export type BandOrder = ReadonlyMap<BandLetter, number>;

/** A filter as clients send it: the letters of the bands of a file in their order, `RGBNRe`. */
export const BAND_FILTER = '^(?:Re|[RGBNTLP]){1,32}$';

/** @param filter matches `BAND_FILTER` */
export function readBandFilter(filter: string): readonly BandLetter[] {
  return [...filter.matchAll(/Re|[RGBNTLP]/g)].map(([letter]) => letter as BandLetter);
}

/**
 * What the bands of a file see: by the filter, else by their names where those say it, else by their colours and the order
 * that multispectral rasters have. A letter is that of the first band that has it.
 */
export function bandOrder(bands: readonly DescribedBand[], filter: string | null): BandOrder {
  const letters = filter === null ? (lettersOfNames(bands) ?? usualLetters(bands)) : readBandFilter(filter);
  const order = new Map<BandLetter, number>();
  letters.forEach((letter, at) => {
    if (letter !== null && !order.has(letter)) order.set(letter, at + 1);
  });
  return order;
}

const NAMES: readonly (readonly [BandLetter, RegExp])[] = [
  ['Re', /^(?:red[ _-]?edge|re|rededge[- ]?\d*)$/i],
  ['N', /^(?:nir|near[ _-]?infra[ _-]?red|n)$/i],
  ['R', /^(?:red|r)$/i],
  ['G', /^(?:green|g)$/i],
  ['B', /^(?:blue|b)$/i],
  ['T', /^(?:thermal|temperature|t)$/i],
  ['L', /^(?:lwir|l)$/i],
  ['P', /^(?:panchro(?:matic)?|pan|p)$/i],
];

/** What a band sees by the name that its maker gave it; null where that says nothing known. */
export const letterOf = (name: string): BandLetter | null =>
  NAMES.find(([, pattern]) => pattern.test(name.trim()))?.[0] ?? null;

/** Two names that say what a band sees are enough: others may be of cameras that are not known here. */
function lettersOfNames(bands: readonly DescribedBand[]): readonly (BandLetter | null)[] | null {
  const letters = bands.map(({ name }) => letterOf(name));
  return letters.filter((letter) => letter !== null).length >= 2 ? letters : null;
}

const COLOURS: Readonly<Record<string, BandLetter>> = { Red: 'R', Green: 'G', Blue: 'B', RedEdge: 'Re', NIR: 'N' };

/**
 * Three bands: red, green, blue; four: and near infrared; more: red, green, blue, red edge, near infrared, the order of the
 * indices of WMS. One: temperatures. Colours that a file declares for its first three bands come before that. Alpha sees nothing
 * and does not count, wherever it stands.
 */
function usualLetters(bands: readonly DescribedBand[]): readonly (BandLetter | null)[] {
  const values = bands.filter(({ colorInterp }) => colorInterp !== 'Alpha');
  const letters = lettersOfValues(values);
  return bands.map((band) => letters[values.indexOf(band)] ?? null);
}

function lettersOfValues(values: readonly DescribedBand[]): readonly BandLetter[] {
  if (values.length === 1) return ['T'];
  if (values.length === 2) return [];
  const declared = values.slice(0, 3).flatMap(({ colorInterp }) => COLOURS[colorInterp] ?? []);
  const first = new Set(declared).size === 3 ? declared : (['R', 'G', 'B'] as const);
  return [...first, ...(values.length === 4 ? (['N'] as const) : values.length > 4 ? (['Re', 'N'] as const) : [])];
}
