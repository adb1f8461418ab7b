import { formatRate } from '../format/bytes.ts';
import { formatCount, formatNumber } from '../format/count.ts';
import { formatDuration } from '../format/time.ts';
import type { UploadTotals } from './upload-totals.ts';

/** The panel's heading. */
export function titleText({ open, done, failed, taken, count }: UploadTotals): string {
  if (open > 0) return `Uploading ${formatCount(open, 'item')}`;
  if (taken > 0) return takenText(taken);
  if (failed > 0) return `${formatCount(failed, 'upload')} failed`;
  return count === 0 ? 'Uploads cancelled' : `${formatCount(done, 'item')} uploaded`;
}

/** Files whose names are taken. */
export const takenText = (taken: number): string =>
  `${formatCount(taken, 'file')} ${taken === 1 ? 'is' : 'are'} there already`;

/** What is said while nothing is sent because the service does not answer. */
export const PAUSED = 'The connection is lost. The uploads go on by themselves when it is back.';

/** The line below it: share, speed, time left. */
export function progressText({ open, done, count, percent, secondsLeft }: UploadTotals, rate: number | null): string {
  const parts = [`${formatNumber(done)} of ${formatNumber(count)} done`];
  if (open === 0) return parts.join('');
  parts.push(`${percent} %`);
  if (rate !== null) parts.push(formatRate(rate));
  if (secondsLeft !== null) parts.push(`${formatDuration(secondsLeft)} left`);
  return parts.join(' · ');
}
