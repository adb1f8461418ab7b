import type { UploadSnapshot } from './upload-queue.ts';
import { isOpen } from './upload-item.ts';

export type UploadTotals = {
  readonly count: number;
  readonly done: number;
  readonly failed: number;
  /** Names that are taken, of which the person has to say what is to happen. */
  readonly taken: number;
  readonly open: number;
  /** 0 to 100, by bytes; by count when nothing has a size. */
  readonly percent: number;
  /** Seconds; null while the speed is not known. */
  readonly secondsLeft: number | null;
};

/** Sums the uploads up. Cancelled ones count for nothing. */
export function uploadTotals({ items, rate }: Pick<UploadSnapshot, 'items' | 'rate'>): UploadTotals {
  const count = { all: 0, done: 0, failed: 0, taken: 0, open: 0 };
  const bytes = { all: 0, sent: 0, remaining: 0 };
  // One pass: a hundred thousand are summed up at every step.
  for (const item of items) {
    if (item.state === 'cancelled') continue;
    count.all += 1;
    bytes.all += item.size;
    bytes.sent += item.sent;
    if (isOpen(item)) {
      count.open += 1;
      bytes.remaining += item.size - item.sent;
    } else if (item.state === 'done' || item.state === 'failed' || item.state === 'taken') count[item.state] += 1;
  }
  const share = bytes.all > 0 ? bytes.sent / bytes.all : count.done / Math.max(1, count.all);
  return {
    count: count.all,
    done: count.done,
    failed: count.failed,
    taken: count.taken,
    open: count.open,
    percent: Math.floor(share * 100),
    secondsLeft: rate === null || rate <= 0 ? null : bytes.remaining / rate,
  };
}
