import { plain } from '../../format/plain.ts';
import { textOf } from '../../format/value.ts';
import type { ValueKind } from '../value-kind.ts';
import { i18n } from '../../languages/i18n.ts';
import { LOCALE } from '../../languages/language.ts';

/** Whole numbers without a unit are ids, codes and years, and so is whatever has such a name: one looks for their figures. */
const PLAIN = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 12, useGrouping: false });
const IS_CODE =
  /^(?:.*[\W_])?(?:[fogupc]?id|uuid|objectid|code|number|no|nr|num|key|year|jahr|plz|zip|postcode|epsg)$/i;
/** As in `plotId`. */
const ENDS_AS_CODE = /[a-z](?:Id|ID|Code|No|Nr)$/;
const HAS_UNIT =
  /(?:[\W_](?:[mcdk]?m[²³23]?|ft|ha|ar|kg|g|t|s|ms|min|h|px|pct|percent|usd|eur|chf|bytes|[kmg]b)|%|€|\$)\W*$/i;
/** Without thousands below 10,000. */
const NUMBER = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 12, useGrouping: 'min2' });
const DAY = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' });
const MOMENT = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'medium' });

const IS_DAY = /^\d{4}-\d\d-\d\d$/;
const IS_MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;
const HAS_ZONE = /(?:Z|[+-]\d\d:?\d\d)$/;

/**
 * A value as it is shown: numbers and times as the person's language writes them. What is no value of its kind is shown as it is.
 *
 * @param column its name: an id has no thousands
 */
export function cellText(value: unknown, kind: ValueKind, column = ''): string {
  if (value === null || value === undefined) return '';
  // Features come with true and false; rows of tables keep them as whole numbers.
  if (kind === 'boolean' && (value === 0 || value === 1)) return textOf(value === 1);
  if (kind === 'bytes' && typeof value === 'string')
    return i18n.t('{value} bytes', { value: Math.floor((value.length * 3) / 4) });
  if (typeof value === 'number') return (isPlain(kind, column) ? PLAIN : NUMBER).format(value);
  if (typeof value === 'string' && (kind === 'date' || kind === 'time')) return momentText(value);
  return plain(textOf(value));
}

const isPlain = (kind: ValueKind, column: string): boolean =>
  kind === 'integer' ? !HAS_UNIT.test(column) : IS_CODE.test(column) || ENDS_AS_CODE.test(column);

function momentText(value: string): string {
  const moment = Date.parse(IS_MOMENT.test(value) && !HAS_ZONE.test(value) ? `${value.replace(' ', 'T')}Z` : value);
  if (Number.isNaN(moment)) return plain(value);
  if (IS_DAY.test(value)) return DAY.format(moment);
  return IS_MOMENT.test(value) ? MOMENT.format(moment) : plain(value);
}

/** A value as it is copied: as the service has it. */
export const rawText = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
