/** Values that are drawn as the lower and the upper end of a scale. */
export type Range = readonly [low: number, high: number];
export type Ranges = readonly [red: Range, green: Range, blue: Range];

/** How a raster is drawn. Bands count from 1; a range of null is what the service chooses. */
export type RasterLook =
  | { readonly kind: 'default' }
  /** Three bands as red, green and blue. */
  | { readonly kind: 'bands'; readonly bands: readonly [number, number, number]; readonly ranges: Ranges | null }
  | { readonly kind: 'band'; readonly band: number; readonly colours: string; readonly range: Range | null }
  /** A number made of several bands, such as NDVI. */
  | { readonly kind: 'index'; readonly index: string; readonly colours: string; readonly range: Range | null }
  /** Heights in colours, over their shaded relief. */
  | { readonly kind: 'elevation'; readonly colours: string; readonly range: Range | null }
  | { readonly kind: 'hillshade' };

const DEFAULT: RasterLook = { kind: 'default' };

const NUMBER = String.raw`-?\d{1,40}(?:\.\d{1,40})?(?:e[+-]?\d{1,3})?`;
const RANGE = new RegExp(`^(${NUMBER})\\.\\.(${NUMBER})$`);
const BAND = /^[1-9]\d{0,4}$/;
const COLOURS = /^[a-z][a-z0-9_]{0,31}$/;
const INDEX = /^[A-Za-z]\w{0,31}$/;

/** "index:NDVI:rdylgn:-1..1", "bands:4-3-2", "hillshade"; the address has it. */
export function formatLook(look: RasterLook): string {
  switch (look.kind) {
    case 'default':
    case 'hillshade':
      return look.kind;
    case 'bands':
      return ['bands', look.bands.join('-'), ...(look.ranges ?? []).map(formatRange)].join(':');
    case 'band':
      return ['band', look.band, look.colours, ...formatRanges(look.range)].join(':');
    case 'index':
      return ['index', look.index, look.colours, ...formatRanges(look.range)].join(':');
    case 'elevation':
      return ['elevation', look.colours, ...formatRanges(look.range)].join(':');
  }
}

const formatRange = ([low, high]: Range): string => `${low}..${high}`;
const formatRanges = (range: Range | null): readonly string[] => (range === null ? [] : [formatRange(range)]);

/** Reads a look; undefined where the text is none. '' is the default. */
export function parseLook(text: string): RasterLook | undefined {
  if (text === '') return DEFAULT;
  const [kind, ...rest] = text.split(':');
  switch (kind) {
    case 'default':
    case 'hillshade':
      return rest.length === 0 ? { kind } : undefined;
    case 'bands':
      return parseBands(rest);
    case 'band': {
      const [band = '', ...scale] = rest;
      const read = parseScale(scale);
      return read === undefined || !BAND.test(band) ? undefined : { kind, band: Number(band), ...read };
    }
    case 'index': {
      const [index = '', ...scale] = rest;
      const read = parseScale(scale);
      return read === undefined || !INDEX.test(index) ? undefined : { kind, index, ...read };
    }
    case 'elevation': {
      const read = parseScale(rest);
      return read === undefined ? undefined : { kind, ...read };
    }
    default:
      return undefined;
  }
}

function parseBands([list = '', ...texts]: readonly string[]): RasterLook | undefined {
  const numbers = list.split('-');
  const [red = 0, green = 0, blue = 0] = numbers.map(Number);
  if (numbers.length !== 3 || !numbers.every((it) => BAND.test(it))) return undefined;
  const bands = [red, green, blue] as const;
  if (texts.length === 0) return { kind: 'bands', bands, ranges: null };
  const [first, second, third, ...others] = texts.map(parseRange);
  if (first === undefined || second === undefined || third === undefined || others.length > 0) return undefined;
  return { kind: 'bands', bands, ranges: [first, second, third] };
}

function parseScale([colours = '', text, ...others]: readonly string[]) {
  const range = text === undefined ? null : parseRange(text);
  if (!COLOURS.test(colours) || range === undefined || others.length > 0) return undefined;
  return { colours, range };
}

function parseRange(text: string): Range | undefined {
  const [, low, high] = RANGE.exec(text) ?? [];
  const range: Range = [Number(low), Number(high)];
  return range.every(Number.isFinite) && range[0] < range[1] ? range : undefined;
}
