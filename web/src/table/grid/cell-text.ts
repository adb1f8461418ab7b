import { plain } from '../../format/plain.ts';
import { textOf } from '../../format/value.ts';
import type { ValueKind } from '../value-kind.ts';
import { i18n } from '../../languages/i18n.ts';
import { LOCALE } from '../../languages/language.ts';

/** Without thousands below 10,000: a year has none. */
const NUMBER = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 12, useGrouping: 'min2' });
const DAY = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' });
const MOMENT = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'medium' });

const IS_DAY = /^\d{4}-\d\d-\d\d$/;
const IS_MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;
const HAS_ZONE = /(?:Z|[+-]\d\d:?\d\d)$/;

/** A value as it is shown: numbers and times as the person's language writes them. What is no value of its kind is shown as it is. */
export function cellText(value: unknown, kind: ValueKind): string {
  if (value === null || value === undefined) return '';
  // The service keeps what is true or false as whole numbers.
  if (kind === 'boolean' && (value === 0 || value === 1)) return textOf(value === 1);
  if (kind === 'bytes' && typeof value === 'string')
    return i18n.t('{value} bytes', { value: Math.floor((value.length * 3) / 4) });
  if (typeof value === 'number') return NUMBER.format(value);
  if (typeof value === 'string' && (kind === 'date' || kind === 'time')) return momentText(value);
  return plain(textOf(value));
}

function momentText(value: string): string {
  const moment = Date.parse(IS_MOMENT.test(value) && !HAS_ZONE.test(value) ? `${value.replace(' ', 'T')}Z` : value);
  if (Number.isNaN(moment)) return plain(value);
  if (IS_DAY.test(value)) return DAY.format(moment);
  return IS_MOMENT.test(value) ? MOMENT.format(moment) : plain(value);
}

/** A value as it is copied: as the service has it. */
export const rawText = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
