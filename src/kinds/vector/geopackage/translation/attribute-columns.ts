import type * as Gdal from 'gdal-async';
import { columnName, uniqueNames } from './safe-names.ts';

/** An attribute of a layer on its way to a column. */
export interface AttributeColumn {
  readonly name: string;
  readonly type: string;
  /** A value as the source gives it, or as text where it was asked for that. */
  readonly value: (given: unknown) => ColumnValue;
}

export type ColumnValue = string | number | bigint | Uint8Array | null;

/** SQLite takes no more columns than 2000 in a table. */
export const MAX_COLUMNS = 1990;
/** Columns of our own. */
const OWN = ['fid', 'geom'];

/** GDAL's types whose values lose something on their way to JavaScript: they are asked for as text. */
export const needsText = (type: string): boolean => type === 'integer64' || type === 'dateTime';

/**
 * Columns for the attributes of a layer, in their order. Times are text, lists are JSON.
 *
 * @param booleans places of whole numbers that are true or false
 */
export function attributeColumns(
  fields: readonly Gdal.FieldDefn[],
  booleans: ReadonlySet<number> = new Set(),
): readonly AttributeColumn[] {
  const unique = uniqueNames(OWN);
  return fields.slice(0, MAX_COLUMNS).map(({ name, type }, index) => {
    const [declared, value] = COLUMN_TYPES[booleans.has(index) ? 'boolean' : type] ?? ['TEXT', asText];
    return { name: unique(columnName(name)), type: declared, value };
  });
}

const COLUMN_TYPES: Readonly<Record<string, readonly [string, AttributeColumn['value']]>> = {
  boolean: ['BOOLEAN', asNumber],
  integer: ['MEDIUMINT', asNumber],
  integer64: ['INTEGER', asInteger],
  real: ['REAL', asNumber],
  date: ['DATE', asDate],
  time: ['TEXT', asTime],
  dateTime: ['TEXT', asDateTime],
  binary: ['BLOB', asBytes],
};

function asText(given: unknown): ColumnValue {
  if (given === null || given === undefined) return null;
  return typeof given === 'string' ? given : JSON.stringify(given);
}

function asNumber(given: unknown): ColumnValue {
  return typeof given === 'number' && !Number.isNaN(given) ? given : null;
}

function asInteger(given: unknown): ColumnValue {
  if (typeof given === 'number') return Number.isSafeInteger(given) ? given : BigInt(Math.round(given));
  return typeof given === 'string' && /^-?\d{1,19}$/.test(given) ? BigInt.asIntN(64, BigInt(given)) : null;
}

function asBytes(given: unknown): ColumnValue {
  return given instanceof Uint8Array ? given : null;
}

/** What gdal-async makes of dates and times; GDAL counts time zones in quarters of an hour from 100, 0 is unknown, 1 is local. */
interface Moment {
  readonly year?: number;
  readonly month?: number;
  readonly day?: number;
  readonly hour?: number;
  readonly minute?: number;
  readonly second?: number;
  readonly timezone?: number;
}

const isMoment = (given: unknown): given is Moment => typeof given === 'object' && given !== null;
const digits = (value: number | undefined, length = 2): string => String(Math.trunc(value ?? 0)).padStart(length, '0');

function asDate(given: unknown): ColumnValue {
  return isMoment(given) ? `${digits(given.year, 4)}-${digits(given.month)}-${digits(given.day)}` : null;
}

function asTime(given: unknown): ColumnValue {
  return isMoment(given) ? `${digits(given.hour)}:${digits(given.minute)}:${digits(given.second)}` : null;
}

/** What GDAL writes for a time: `2020/01/02 03:04:05.123+00`. */
const GDAL_TIME = /^(\d{4})\/(\d\d)\/(\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)(?:([+-]\d\d):?(\d\d)?)?$/;

function asDateTime(given: unknown): ColumnValue {
  if (isMoment(given)) return `${String(asDate(given))}T${String(asTime(given))}${zone(given.timezone ?? 0)}`;
  if (typeof given !== 'string') return null;
  const [, year, month, day, time, hours, minutes = '00'] = GDAL_TIME.exec(given) ?? [];
  if (year === undefined) return given;
  const offset = hours === undefined ? '' : `${hours}:${minutes}`;
  return `${year}-${month}-${day}T${time}${offset === '+00:00' ? 'Z' : offset}`;
}

function zone(timezone: number): string {
  if (timezone < 2) return '';
  const minutes = (timezone - 100) * 15;
  if (minutes === 0) return 'Z';
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${digits(size / 60)}:${digits(size % 60)}`;
}
