import { formatBytes } from '../../format/bytes.ts';
import { formatAmount } from '../../format/value.ts';
import type { HealthStatus } from '../../api/answers.ts';
import { i18n } from '../../languages/i18n.ts';

export const STATUS: Readonly<Record<HealthStatus, string>> = {
  Healthy: i18n.t('Healthy'),
  Degraded: i18n.t('Degraded'),
  Unhealthy: i18n.t('Unhealthy'),
};

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
  if (typeof value !== 'object')
    return typeof value === 'boolean' ? (value ? i18n.t('yes') : i18n.t('no')) : String(value as string);
  return Object.entries(value)
    .map(([name, it]) => `${words(name)} ${plain(name, it)}`)
    .join(', ');
}

/** Checks and measures that are known here. */
const KNOWN: Readonly<Record<string, string>> = {
  database: i18n.t('Database'),
  storage: i18n.t('Storage folder'),
  'free-space': i18n.t('Free space'),
  memory: i18n.t('Memory'),
  engine: i18n.t('Reading of files'),
  queue: i18n.t('Queue'),
  workers: i18n.t('Workers'),
  faults: i18n.t('Faults'),
  StorageTotalSize: i18n.t('Storage total size'),
  StorageFreeSpace: i18n.t('Storage free space'),
  StorageFreeSpacePerc: i18n.t('Storage free space'),
  limitBytes: i18n.t('Most memory'),
  residentBytes: i18n.t('Memory in use'),
  reservedBytes: i18n.t('Memory reserved'),
  restarts: i18n.t('Starts after a fault'),
  last: i18n.t('Last fault'),
  waiting: i18n.t('Waiting'),
  running: i18n.t('Running'),
  processes: i18n.t('Processes'),
  pictures: i18n.t('Pictures'),
  uploads: i18n.t('Uploads'),
  downloads: i18n.t('Downloads'),
};

/** "StorageFreeSpace" and "storage_free_space" to "Storage free space", where nothing better is known. */
export function words(key: string): string {
  const known = Object.hasOwn(KNOWN, key) ? KNOWN[key] : undefined;
  if (known !== undefined) return known;
  const spaced = key
    .replace(PERCENT, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
