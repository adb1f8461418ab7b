import type { ReportProgress } from '../../jobs/index.ts';
import { plainText } from '../plain-text.ts';

const MB = 1_000_000;
/** The record of the job is looked at by people: it is written this often. */
const INTERVAL_MS = 1000;
/** What the source says of itself may be wrong; the end is when everything is there. */
const MOST_PERCENT = 99;

/** How far an import is, in bytes and files, for the record of its job. */
export interface ImportProgress {
  /** @param bytes what the source says to have in all */
  expect(bytes: number): void;
  begin(dataset: string): void;
  bytes(count: number): void;
  file(): void;
}

export function createProgress(report: ReportProgress): ImportProgress {
  let [expected, bytes, files, last] = [0, 0, 0, 0];
  let dataset = '';
  const tell = (): void => {
    const now = Date.now();
    if (now - last < INTERVAL_MS) return;
    last = now;
    const percent = expected > 0 ? Math.min(MOST_PERCENT, Math.floor((bytes / expected) * 100)) : null;
    report(percent, `${dataset}: ${files} files, ${(bytes / MB).toFixed(1)} of ${(expected / MB).toFixed(1)} MB`);
  };
  return {
    expect(count) {
      expected = count;
    },
    begin(slug) {
      dataset = plainText(slug);
      tell();
    },
    bytes(count) {
      bytes += count;
      tell();
    },
    file() {
      files += 1;
      tell();
    },
  };
}
