import type { GeoValue } from '../geopackage.ts';
import type { Encoder, FeatureEncoding } from './feature-encoding.ts';
import type { FeatureSelection } from './feature-query.ts';
import { wktOf } from './wkt.ts';

export interface CsvOptions {
  /** Put before the number of a feature. */
  readonly idPrefix: string;
  /** Attributes, in the order of the columns. */
  readonly names: readonly string[];
  /** Whether the last column is the geometry as well-known text. */
  readonly hasGeometry: boolean;
}

/** Rows of a table (RFC 4180) without its head. */
export const csvEncoding = (
  options: CsvOptions,
  selection: Omit<FeatureSelection, 'columns'> = {},
): FeatureEncoding => ({
  ...selection,
  columns: options.names,
  module: new URL('./csv.ts', import.meta.url),
  options,
});

/** The first row: names of the columns. */
export const csvHead = ({ names, hasGeometry }: CsvOptions): string =>
  row(['FID', ...names.map(inert), ...(hasGeometry ? ['geom'] : [])]);

/** What the threads load of this module. */
export function createEncoder({ idPrefix, names, hasGeometry }: CsvOptions, columns: readonly string[]): Encoder {
  const places = names.map((name) => columns.indexOf(name));
  return ({ fid, values, geometry }, out) => {
    const texts = places.map((place) => textOf(values[place] ?? null));
    const shape = hasGeometry ? [geometry === null ? '' : wktOf(geometry)] : [];
    out.text(row([`${idPrefix}${fid}`, ...texts, ...shape]));
  };
}

const row = (cells: readonly string[]): string => `${cells.map(quotedCell).join(',')}\r\n`;

/** Nulls are empty; bytes are base64. */
function textOf(value: GeoValue): string {
  if (value === null) return '';
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  return typeof value === 'string' ? inert(value) : String(value);
}

/** Spreadsheets take texts that begin so for formulas and run them (CSV injection): a mark before keeps them texts. */
const inert = (text: string): string => (/^[=+\-@\t\r]/.test(text) && !isNumber(text) ? `'${text}` : text);

const isNumber = (text: string): boolean => /^[+-]?\d+(?:[.,]\d+)?(?:[eE][+-]?\d+)?$/.test(text);

const quotedCell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
