import { formatRate } from '../format/bytes.ts';
import { formatCount } from '../format/count.ts';
import { formatDuration } from '../format/time.ts';
import type { UploadTotals } from './upload-totals.ts';

/** The panel's heading. */
export function titleText({ open, done, failed, count }: UploadTotals): string {
  if (open > 0) return `Uploading ${formatCount(open, 'item')}`;
  if (failed > 0) return `${formatCount(failed, 'upload')} failed`;
  return count === 0 ? 'Uploads cancelled' : `${formatCount(done, 'item')} uploaded`;
}

/** The line below it: share, speed, time left. */
export function progressText({ open, done, count, percent, secondsLeft }: UploadTotals, rate: number | null): string {
  const parts = [`${done} of ${count} done`];
  if (open === 0) return parts.join('');
  parts.push(`${percent} %`);
  if (rate !== null) parts.push(formatRate(rate));
  if (secondsLeft !== null) parts.push(`${formatDuration(secondsLeft)} left`);
  return parts.join(' · ');
}
