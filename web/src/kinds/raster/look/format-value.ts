import type { RasterBand, RasterInfo } from '../../../api/rasters.ts';
import { figureText } from '../../../format/figure.ts';
import { i18n } from '../../../languages/i18n.ts';
import type { Range } from './look-text.ts';

/** What a band says of its values; nothing of an index. */
type OfBand = Partial<Pick<RasterBand, 'unit' | 'scale' | 'offset' | 'metresPerUnit' | 'min' | 'max'>>;

/**
 * A stored value as people read it: with the digits that tell in its range, and in the unit of its band.
 *
 * @param range stored values; default: all of the band
 */
export function formatValue(value: number, band: OfBand = {}, range: Range | null = wholeOf(band)): string {
  const { scale = 1, offset = 0 } = band;
  const meant = (stored: number): number => stored * scale + offset;
  const [from, to] = range === null ? [0, 0] : [meant(range[0]), meant(range[1])];
  const text = figureText(meant(value), from === to ? null : [Math.min(from, to), Math.max(from, to)]);
  const unit = unitOf(band);
  return unit === '' ? text : `${text} ${unit}`;
}

/** As above, of a single pixel: a digit more, as what is read there is compared with what was measured. */
export const formatRead = (value: number, band: OfBand = {}, range: Range | null = wholeOf(band)): string =>
  formatValue(value, band, range === null ? null : [range[0], range[0] + (range[1] - range[0]) / 10]);

const wholeOf = ({ min = null, max = null }: OfBand): Range | null =>
  min === null || max === null ? null : [min, max];

/** Least and greatest value of an index; null where it has no ends. */
export const rangeOfIndex = ({ indices }: RasterInfo, index: string): Range | null =>
  indices.find(({ name }) => name === index)?.range ?? null;

/** Heights have a unit even where their band names none: the CRS of the file tells it. */
function unitOf({ unit = '', metresPerUnit = null }: OfBand): string {
  const named = unit.trim();
  if (/^met(re|er)s?$/i.test(named) || (named === '' && metresPerUnit === 1)) return 'm';
  if (/^(foot|feet)$/i.test(named) || (named === '' && metresPerUnit === 0.3048)) return 'ft';
  return named === '' && metresPerUnit === US_SURVEY_FOOT ? i18n.t('US survey ft') : named;
}

const US_SURVEY_FOOT = 1200 / 3937;
