import type { Cog } from '../cog/cog-file.ts';
import { RasterError } from '../raster-error.ts';
import type { WantedValues } from './copy-values.ts';
import { rangeOfExpression, rangeOfHeights, rangesOfBands } from './look-ranges.ts';
import { type PaintRelief, paintShade, paintShaded } from './paint-relief.ts';
import {
  type DrawnLook,
  ELEVATION_COLOURS,
  type HeightsLook,
  type RasterLook,
  type ValueRange,
} from './raster-look.ts';
import { INDICES, type IndexStyle } from './raster-style.ts';
import { bandsPaint, heightsPaint, indexPaint, type PaintValues, scaleColours, scalePaint } from './value-painter.ts';

/** How the values of a raster become colours, with all that had to be looked up for it. */
export type Painting =
  /** Values are sampled where the pixels of the picture lie, and painted there. */
  | {
      readonly kind: 'values';
      readonly values: WantedValues;
      readonly paint: PaintValues;
      /** What is written where nothing is, where something has to be. */
      readonly filledAs?: HeightsLook;
    }
  /** Heights are painted where they lie, with what lies beside them, and their colours are sampled. */
  | { readonly kind: 'relief'; readonly metres: number; readonly paint: PaintRelief };

/** @throws RasterError `unsupported` for a raster without the bands that it needs */
export async function paintingOf(cog: Cog, look: Exclude<DrawnLook, 'default'>): Promise<Painting> {
  const painting = await findPainting(cog, look);
  const bands = painting.kind === 'values' ? painting.values.bands : [0];
  if (Math.max(...bands) < cog.facts.bandCount) return painting;
  throw new RasterError('unsupported', 'The raster has not the bands that this look is made of.');
}

function findPainting(cog: Cog, look: Exclude<DrawnLook, 'default'>): Painting | Promise<Painting> {
  if (look === 'hillshade') return { kind: 'relief', metres: metresOf(cog), paint: paintShade };
  if (look === 'elevation') return elevation(cog, { kind: 'elevation', colours: ELEVATION_COLOURS, range: null });
  if (typeof look === 'string') return ofIndex(look);
  switch (look.kind) {
    case 'elevation':
      return elevation(cog, look);
    case 'bands':
      return ofBands(cog, look);
    case 'band':
      return ofBand(cog, look);
    case 'expression':
      return ofExpression(cog, look);
    case 'heights':
      return heights(cog, look);
  }
}

const ofIndex = (style: IndexStyle): Painting => ({
  kind: 'values',
  values: { bands: INDICES[style].bands },
  paint: indexPaint(style),
});

type Look<Kind extends RasterLook['kind']> = Extract<RasterLook, { kind: Kind }>;

async function elevation(cog: Cog, { colours, range }: Look<'elevation'>): Promise<Painting> {
  const paint = paintShaded(scaleColours(colours, range ?? (await rangeOfHeights(cog))));
  return { kind: 'relief', metres: metresOf(cog), paint };
}

async function ofBands(cog: Cog, { bands, ranges }: Look<'bands'>): Promise<Painting> {
  const found = ranges ?? ((await knownRanges(cog, bands)) as [ValueRange, ValueRange, ValueRange]);
  // A colour that lacks one of its parts is dark there, as in the default style.
  return { kind: 'values', values: { bands, lacking: found.map(([low]) => low) }, paint: bandsPaint(found) };
}

async function ofBand(cog: Cog, { band, colours, range }: Look<'band'>): Promise<Painting> {
  const [known] = range === null ? await knownRanges(cog, [band]) : [range];
  return { kind: 'values', values: { bands: [band] }, paint: scalePaint(colours, known!) };
}

async function ofExpression(cog: Cog, look: Look<'expression'>): Promise<Painting> {
  const range = look.range ?? (await rangeOfExpression(cog, look));
  return { kind: 'values', values: { bands: look.bands }, paint: scalePaint(look.colours, range, look.expression) };
}

function heights({ facts }: Cog, look: HeightsLook): Painting {
  const { scale = 1, offset = 0 } = facts.words[0] ?? {};
  const paint = heightsPaint(look.encoding, { scale, offset, metres: facts.metresPerUnit ?? 1 });
  return { kind: 'values', values: { bands: [0] }, paint, filledAs: look };
}

/** Ranges of the bands that the file has; others are told about later. */
const knownRanges = (cog: Cog, bands: readonly number[]): Promise<readonly ValueRange[]> =>
  bands.every((band) => band < cog.facts.bandCount)
    ? rangesOfBands(cog, bands)
    : Promise.resolve(bands.map(() => [0, 1]));

/** Metres in a stored number of heights. */
function metresOf({ facts }: Cog): number {
  return (facts.words[0]?.scale ?? 1) * (facts.metresPerUnit ?? 1);
}
