import { LOCALE } from '../languages/language.ts';
import { i18n } from '../languages/i18n.ts';

const DATE = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium' });
const DATE_TIME = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' });

const MOMENT = new Intl.DateTimeFormat(LOCALE, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});

/** A remaining time in words short enough for a line: "8 s", "3 min", "1 h 20 min". */
export function formatDuration(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 0) return '–';
  if (seconds < 59.5) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return i18n.t('{minutes} min', { minutes });
  const rest = minutes % 60;
  return rest === 0
    ? `${Math.floor(minutes / 60)} h`
    : i18n.t('{value} h {rest} min', { value: Math.floor(minutes / 60), rest });
}

/** Nothing, text that is no date, and moments beyond what a date can hold (8.64e15 ms) give a dash. */
const written = (format: Intl.DateTimeFormat, milliseconds: number): string =>
  Math.abs(milliseconds) <= 8.64e15 ? format.format(milliseconds) : '–';

/** Unix seconds to a local date. */
export const formatDate = (unixSeconds: number): string => written(DATE, unixSeconds * 1000);

/** Unix seconds to a local date and time with the zone it is told in: cameras and people may be in others. */
export const formatMoment = (unixSeconds: number): string => written(MOMENT, unixSeconds * 1000);

/** An ISO 8601 instant to a local date. */
export const formatIsoDate = (iso: string): string => written(DATE, Date.parse(iso));

/** An ISO 8601 instant to a local date and time. */
export const formatIsoDateTime = (iso: string | null): string => written(DATE_TIME, Date.parse(iso ?? ''));
