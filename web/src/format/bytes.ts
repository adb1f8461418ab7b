import { LOCALE } from '../languages/language.ts';

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

/** As the language of the page writes numbers, like all other numbers of the pages. */
const WHOLE = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 });
const TENTHS = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A size in decimal units with three significant digits: 0 B, 999 B, 1.5 kB, 12.3 MB. */
export function formatBytes(bytes: number): string {
  if (!Number.isFinite(bytes) || bytes < 0) return '–';
  let value = bytes;
  let unit = 0;
  // 999.5 would be printed as 1000: step to the next unit before that.
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const amount = unit === 0 || value >= 99.95 ? WHOLE : TENTHS;
  return `${amount.format(value)} ${UNITS[unit]}`;
}

/** Bytes per second, for people. */
export const formatRate = (bytesPerSecond: number): string => `${formatBytes(bytesPerSecond)}/s`;
