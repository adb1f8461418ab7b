import type { RasterBand, RasterInfo } from '../../../api/rasters.ts';
import type { RasterLook, Range } from './look-text.ts';
import { formatValue, rangeOfIndex } from './format-value.ts';
import { bandName, drawnBands } from './shown-look.ts';
import { rangeOf } from './stretch.ts';
import { i18n } from '../../../languages/i18n.ts';

/** What the colours of a raster mean. */
export type RasterLegend =
  | {
      readonly kind: 'ramp';
      readonly name: string;
      readonly colours: readonly string[];
      readonly isStepped: boolean;
      /** Written at the ends; null where nobody knows them. */
      readonly ends: readonly [low: string, high: string] | null;
    }
  | { readonly kind: 'bands'; readonly lines: readonly (readonly [channel: string, band: string])[] };

/** What the channels of a picture are drawn with, in the order of their names. */
export const CHANNEL_COLOURS = ['#ff0000', '#008000', '#0000ff'] as const;

const CHANNELS = [i18n.t('Red'), i18n.t('Green'), i18n.t('Blue')] as const;

/** Legend of a look; null where the colours are those of the world. */
export function legendOf(info: RasterInfo, look: RasterLook): RasterLegend | null {
  switch (look.kind) {
    case 'bands':
      return {
        kind: 'bands',
        lines: look.bands.map((number, at) => [CHANNELS[at] ?? '', nameOfBand(info, number)] as const),
      };
    case 'default':
      return info.displayBands.length === 1 ? inGrey(info, bandOf(info, info.displayBands[0])) : null;
    case 'hillshade':
      return null;
    case 'elevation':
      return ofScale(info, look, i18n.t('Height'), look.range ?? styleRange(info, 'elevation'));
    case 'band':
      return ofScale(info, look, nameOfBand(info, look.band), look.range ?? wholeRange(bandOf(info, look.band)));
    case 'index':
      return ofScale(info, look, look.index, look.range ?? rangeOfIndex(info, look.index));
  }
}

type Scaled = Extract<RasterLook, { readonly colours: string }>;

function ofScale(info: RasterInfo, look: Scaled, name: string, range: Range | null): RasterLegend | null {
  const map = info.colormaps.find((it) => it.name === look.colours);
  if (map === undefined) return null;
  const band = look.kind === 'index' ? undefined : bandOf(info, drawnBands(info, look)[0]);
  return { kind: 'ramp', name, colours: map.colours, isStepped: map.classes, ends: endsOf(range, band) };
}

function inGrey(info: RasterInfo, band: RasterBand | undefined): RasterLegend | null {
  if (band === undefined) return null;
  const name = info.isElevation ? i18n.t('Height') : bandName(band);
  return { kind: 'ramp', name, colours: GREYS, isStepped: false, ends: endsOf(wholeRange(band), band) };
}

const GREYS = ['#000000', '#ffffff'];

function styleRange({ styles }: RasterInfo, style: string): Range | null {
  const legend = styles.find(({ name }) => name === style)?.legend ?? null;
  return legend === null ? null : [legend.low, legend.high];
}

/** The service draws bytes as they are, and other values from the least to the greatest. */
const wholeRange = (band: RasterBand | undefined): Range | null =>
  band?.type === 'uint8' ? [0, 255] : rangeOf(band?.min ?? null, band?.max ?? null);

const bandOf = ({ bands }: RasterInfo, number: number | undefined): RasterBand | undefined =>
  bands.find((band) => band.number === number);

function nameOfBand(info: RasterInfo, number: number | undefined): string {
  const band = bandOf(info, number);
  return band === undefined ? '' : bandName(band);
}

const endsOf = (range: Range | null, band: RasterBand | undefined): readonly [string, string] | null =>
  range === null ? null : [formatValue(range[0], band, range), formatValue(range[1], band, range)];
