import { LOCALE } from '../languages/language.ts';
import { i18n } from '../languages/i18n.ts';

/** True for an object that is no list. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const amounts = new Map<number, Intl.NumberFormat>();

/** A number with at most so many digits after the point. */
export function formatAmount(value: number, digits: number): string {
  let format = amounts.get(digits);
  if (format === undefined) {
    format = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: digits });
    amounts.set(digits, format);
  }
  return format.format(value);
}

/**
 * Any value as text. Numbers keep their digits: a year has no thousands, and 0.00012 is not 0. Lists of simple values
 * become "1, 2"; deeper values stay JSON.
 */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? i18n.t('Yes') : i18n.t('No');
  if (Array.isArray(value) && value.every((it) => typeof it !== 'object')) return value.map(textOf).join(', ');
  return JSON.stringify(value);
}
