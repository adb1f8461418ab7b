import { formatRate } from '../format/bytes.ts';
import { formatNumber } from '../format/count.ts';
import { formatDuration } from '../format/time.ts';
import type { UploadTotals } from './upload-totals.ts';
import { uploadingText } from './uploading-text.ts';
import { i18n } from '../languages/i18n.ts';

/** The panel's heading. */
export function titleText({ open, done, failed, taken, count }: UploadTotals): string {
  if (open > 0) return uploadingText(open);
  if (taken > 0) return takenText(taken);
  if (failed > 0) return i18n.t('{failed, plural, one {# upload} other {# uploads}} failed', { failed });
  return count === 0
    ? i18n.t('Uploads cancelled')
    : i18n.t('{done, plural, one {# item} other {# items}} uploaded', { done });
}

/** Files whose names are taken. */
export const takenText = (taken: number): string =>
  i18n.t('{taken, plural, one {# file} other {# files}} {taken, plural, one {is} other {are}} there already', {
    taken,
  });

/** The line below it: share, speed, time left. */
export function progressText({ open, done, count, percent, secondsLeft }: UploadTotals, rate: number | null): string {
  const parts = [i18n.t('{done} of {count} done', { done: formatNumber(done), count: formatNumber(count) })];
  if (open === 0) return parts.join('');
  parts.push(`${percent} %`);
  if (rate !== null) parts.push(formatRate(rate));
  if (secondsLeft !== null) parts.push(i18n.t('{secondsLeft} left', { secondsLeft: formatDuration(secondsLeft) }));
  return parts.join(' · ');
}
