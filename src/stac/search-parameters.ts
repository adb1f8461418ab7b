import { readBox, type BoundingBox } from '../datasets/index.ts';
import { fail } from '../errors/index.ts';
import { readGeometry, type SearchGeometry } from './geometry/search-geometry.ts';
import { readItemId } from './item-id.ts';

export const DEFAULT_LIMIT = 10;
/** Larger ones are answered with this many, as the standard lets a server do: items are written in one go, 1.5 kB each. */
export const MAX_LIMIT = 1000;
/** Ids and collections named in one search. */
const MAX_NAMES = 1000;

/** What items are looked for by, checked. */
export interface ItemFilter {
  readonly bbox: BoundingBox | undefined;
  readonly intersects: SearchGeometry | undefined;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  readonly paths: readonly string[] | undefined;
}

/** A search as it comes: lists by comma in a query, real ones in a body. */
export interface SearchInput {
  readonly bbox?: string | readonly number[] | undefined;
  readonly intersects?: unknown;
  readonly datetime?: string | undefined;
  readonly ids?: string | readonly string[] | undefined;
}

/** @throws `invalid-input` with the reason */
export function readFilter({ bbox, intersects, datetime, ids }: SearchInput): ItemFilter {
  if (bbox !== undefined && intersects !== undefined)
    throw fail('invalid-input', 'A search has either bbox or intersects, not both.');
  return {
    bbox: bbox === undefined ? undefined : readBox(bbox),
    intersects: intersects === undefined ? undefined : readGeometry(parsed(intersects)),
    ...(datetime === undefined ? { from: undefined, to: undefined } : readTimes(datetime)),
    // An id that can name nothing finds nothing.
    paths: ids === undefined ? undefined : readNames('ids', ids).flatMap((id) => readItemId(id) ?? []),
  };
}

/** @throws `invalid-input` */
export function readNames(field: string, names: string | readonly string[]): readonly string[] {
  const list = typeof names === 'string' ? names.split(',') : names;
  if (list.length > MAX_NAMES) throw fail('invalid-input', `${field} may name at most ${MAX_NAMES} at once.`);
  return list;
}

export function readLimit(limit: number | undefined, standard = DEFAULT_LIMIT, most = MAX_LIMIT): number {
  return Math.min(limit ?? standard, most);
}

/** In a query a geometry comes as the text of its JSON. */
function parsed(intersects: unknown): unknown {
  if (typeof intersects !== 'string') return intersects;
  try {
    return JSON.parse(intersects) as unknown;
  } catch {
    throw fail('invalid-input', 'intersects must be a GeoJSON geometry, as JSON.');
  }
}

/** @returns both ends, included; undefined for an open one */
function readTimes(datetime: string): { readonly from: Date | undefined; readonly to: Date | undefined } {
  const ends = datetime.split('/');
  if (ends.length === 1) return { from: readTime(datetime, 'begin'), to: readTime(datetime, 'end') };
  const isOpen = (end: string): boolean => end === '' || end === '..';
  if (ends.length !== 2 || ends.every(isOpen))
    throw fail(
      'invalid-input',
      'datetime must be a moment, or an interval begin/end with at most one open end (`..`).',
    );
  const [begin = '', end = ''] = ends;
  const from = isOpen(begin) ? undefined : readTime(begin, 'begin');
  const to = isOpen(end) ? undefined : readTime(end, 'end');
  if (from && to && from > to) throw fail('invalid-input', 'datetime ends before it begins.');
  return { from, to };
}

const RFC_3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|[+-](\d\d):(\d\d))$/;

/** A moment. Without a fraction it is the whole second: its begin or its end. */
function readTime(text: string, edge: 'begin' | 'end'): Date {
  const [, ...parts] = RFC_3339.exec(text) ?? [];
  const [year = 0, month = 0, day = 0, hour = 99, minute = 0, second = 0] = parts.slice(0, 6).map(Number);
  const [fraction, zoneHour = 0, zoneMinute = 0] = [parts[6], ...parts.slice(7).map((part) => Number(part ?? 0))];
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
  // 60 is a leap second, which counts as the last moment of the minute.
  if (!isDay || hour > 23 || minute > 59 || second > 60 || zoneHour > 23 || zoneMinute > 59)
    throw fail('invalid-input', 'datetime must be as in RFC 3339, such as 2026-05-01T10:00:00Z.');
  const plain = new Date(
    text
      .toUpperCase()
      .replace(/:60(?=[.Z+-])/, ':59')
      .replace(/\.(\d{3})\d*/, '.$1'),
  );
  return fraction === undefined && edge === 'end' ? new Date(plain.getTime() + 999) : plain;
}
