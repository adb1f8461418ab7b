import { fail } from '../../../errors/index.ts';
import { type DrawnLook, ELEVATION_COLOURS, type RasterLook, type ValueRange } from '../maps/raster-look.ts';
import type { ColourMapId } from '../spectral/index.ts';
import type { AskedLook } from './asked-look.ts';
import type { RasterTraits } from './raster-traits.ts';

const INDEX_COLOURS: ColourMapId = 'rdylgn';
const BAND_COLOURS: ColourMapId = 'grayscale';

/**
 * The look that is asked for, as plain data; two that are drawn alike are the same.
 *
 * @throws ServiceError `invalid-input` for one that the raster does not have, with those that it has
 */
export function readLook(asked: AskedLook, raster: RasterTraits): DrawnLook {
  const kinds = (['style', 'bands', 'expression', 'encoding'] as const).filter((name) => asked[name] !== undefined);
  if (kinds.length > 1) throw refuse(`Of ${list(kinds)} only one can be asked for.`);
  const ranges = readRanges(asked.rescale);
  if (asked.encoding !== undefined) {
    requireFixed(asked, `heights as ${asked.encoding}`);
    requireElevation(raster, `encoding=${asked.encoding}`);
    const fill = Number(asked.fill ?? 0);
    return { kind: 'heights', encoding: asked.encoding, ...(fill === 0 ? {} : { fill }) };
  }
  if (asked.fill !== undefined) throw refuse('A fill is the height of a terrain; ask for it with an encoding.');
  if (asked.expression !== undefined) return ofExpression(asked.expression, asked, raster, ranges);
  if (asked.bands !== undefined) return ofBands(readBands(asked.bands, raster), asked, ranges);
  if (asked.style === undefined || asked.style === 'default') {
    if (ranges === null && asked.colormap === undefined) return 'default';
    return ofBands(raster.display, asked, ranges);
  }
  if (!raster.styles.includes(asked.style))
    throw refuse(`The raster has no style ${asked.style}; it has ${list(raster.styles)}.`);
  if (asked.style !== 'elevation') {
    requireFixed(asked, `the style ${asked.style}`);
    return asked.style;
  }
  const range = onlyRange(ranges, 'heights');
  if (range === null && asked.colormap === undefined) return 'elevation';
  return { kind: 'elevation', colours: asked.colormap ?? ELEVATION_COLOURS, range };
}

function ofExpression(
  expression: NonNullable<AskedLook['expression']>,
  { colormap = INDEX_COLOURS }: AskedLook,
  { indices }: RasterTraits,
  ranges: readonly ValueRange[] | null,
): RasterLook {
  const found = indices.find(({ id }) => id === expression);
  if (found !== undefined) {
    const range = onlyRange(ranges, 'an expression');
    return { kind: 'expression', expression, bands: found.bands, colours: colormap, range };
  }
  const known = indices.map(({ id }) => id);
  throw refuse(
    `The raster has not the bands that ${expression} is made of; ${known.length === 0 ? 'it has the bands of no index' : `it has those of ${list(known)}`}.`,
  );
}

function ofBands(bands: readonly number[], { colormap }: AskedLook, ranges: readonly ValueRange[] | null): RasterLook {
  const [red = 0, green, blue] = bands;
  if (green === undefined || blue === undefined)
    return { kind: 'band', band: red, colours: colormap ?? BAND_COLOURS, range: onlyRange(ranges, 'one band') };
  if (colormap !== undefined)
    throw refuse('A colormap colours one band, and three are drawn; name one by bands=1, or leave the colormap out.');
  const [first, second = first, third = first] = ranges ?? [];
  return { kind: 'bands', bands: [red, green, blue], ranges: first ? [first, second!, third!] : null };
}

/** From 0. */
function readBands(text: string, { bandCount, alpha }: RasterTraits): readonly number[] {
  const bands = text.split(',').map((number) => Number(number) - 1);
  const shown = Array.from({ length: bandCount }, (_, band) => band).filter((band) => band !== alpha);
  const wrong = bands.find((band) => !shown.includes(band));
  if (wrong === undefined) return bands;
  const last = shown.at(-1)! + 1;
  const which = last === 1 ? 'the band 1' : `the bands 1 to ${last}`;
  throw refuse(
    wrong === alpha ? `Band ${wrong + 1} tells what shows.` : `There is no band ${wrong + 1}; it has ${which}.`,
  );
}

function readRanges(text: string | undefined): readonly ValueRange[] | null {
  if (text === undefined) return null;
  // Without the zero that is less than zero, which is drawn alike.
  const numbers = text.split(',').map((number) => Number(number) + 0);
  const ranges = Array.from({ length: numbers.length / 2 }, (_, at): ValueRange => [
    numbers[2 * at]!,
    numbers[2 * at + 1]!,
  ]);
  if (ranges.every(([low, high]) => low < high)) return ranges;
  throw refuse('Of each pair of rescale the first value is the lower one: rescale=0,1.');
}

function onlyRange(ranges: readonly ValueRange[] | null, what: string): ValueRange | null {
  if (ranges === null) return null;
  if (ranges.length === 1) return ranges[0]!;
  throw refuse(`Of ${what} rescale is one pair: rescale=0,1.`);
}

function requireFixed({ rescale, colormap }: AskedLook, what: string): void {
  if (rescale !== undefined || colormap !== undefined)
    throw refuse(`The colours of ${what} are fixed; leave out rescale and colormap, or ask by expression or bands.`);
}

function requireElevation({ isElevation }: RasterTraits, what: string): void {
  if (!isElevation) throw refuse(`For ${what} a raster needs one band of heights that is no picture of bytes.`);
}

const list = (names: readonly string[]): string => names.join(', ');
const refuse = (message: string): Error => fail('invalid-input', message);
