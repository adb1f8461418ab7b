import type { UploadSnapshot } from './upload-queue.ts';
import { isOpen } from './upload-item.ts';

export type UploadTotals = {
  readonly count: number;
  readonly done: number;
  readonly failed: number;
  readonly open: number;
  /** 0 to 100, by bytes; by count when nothing has a size. */
  readonly percent: number;
  /** Seconds; null while the speed is not known. */
  readonly secondsLeft: number | null;
};

/** Sums the uploads up. Cancelled ones count for nothing. */
export function uploadTotals({ items, rate }: UploadSnapshot): UploadTotals {
  const wanted = items.filter((item) => item.state !== 'cancelled');
  const done = wanted.filter((item) => item.state === 'done').length;
  const size = wanted.reduce((sum, item) => sum + item.size, 0);
  const sent = wanted.reduce((sum, item) => sum + item.sent, 0);
  const remaining = wanted.reduce((sum, item) => (isOpen(item) ? sum + item.size - item.sent : sum), 0);
  const share = size > 0 ? sent / size : done / Math.max(1, wanted.length);
  return {
    count: wanted.length,
    done,
    failed: wanted.filter((item) => item.state === 'failed').length,
    open: wanted.filter(isOpen).length,
    percent: Math.floor(share * 100),
    secondsLeft: rate === null || rate <= 0 ? null : remaining / rate,
  };
}
