import { formatBytes } from '../../format/bytes.ts';
import { formatAmount } from '../../format/value.ts';
import { i18n } from '../../languages/i18n.ts';

/**
 * What a check measured, as lines to read: "Storage free space: 12.3 GB". Numbers of members named after bytes, space
 * or size are bytes; lists of things become one line each.
 */
export const healthFacts = (data: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.entries(data).flatMap(([key, value]) => {
    if (Array.isArray(value)) return value.map((item) => `${words(key)}: ${plain(key, item)}`);
    return [`${words(key)}${PERCENT.test(key) ? i18n.t(', share') : ''}: ${plain(key, value)}`];
  });

const IN_BYTES = /bytes|space|size/i;
const NOT_BYTES = /perc|count/i;
const PERCENT = /_?perc(ent)?$/i;

function plain(key: string, value: unknown): string {
  if (typeof value === 'number') {
    if (PERCENT.test(key)) return `${formatAmount(value, 1)} %`;
    return IN_BYTES.test(key) && !NOT_BYTES.test(key) ? formatBytes(value) : formatAmount(value, 2);
  }
  if (value === null || value === undefined) return '–';
  if (typeof value !== 'object') return String(value as string | boolean);
  return Object.entries(value)
    .map(([name, it]) => `${words(name).toLowerCase()} ${plain(name, it)}`)
    .join(', ');
}

/** "StorageFreeSpace" and "storage_free_space" to "Storage free space". */
export function words(key: string): string {
  const spaced = key
    .replace(PERCENT, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
