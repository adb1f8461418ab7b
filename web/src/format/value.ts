/** True for an object that is no list. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A number with at most so many digits after the point. */
export const formatAmount = (value: number, digits: number): string =>
  new Intl.NumberFormat(undefined, { maximumFractionDigits: digits }).format(value);

/**
 * Any value as text. Numbers keep their digits: a year has no thousands, and 0.00012 is not 0. Lists of simple values
 * become "1, 2"; deeper values stay JSON.
 */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value) && value.every((it) => typeof it !== 'object')) return value.map(textOf).join(', ');
  return JSON.stringify(value);
}
