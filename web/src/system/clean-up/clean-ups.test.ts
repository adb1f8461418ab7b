import { expect, test } from 'vitest';
import type { CleanUpOutcome } from '../../api/answers.ts';
import { CLEAN_UPS } from './clean-ups.ts';

const told = (address: string, outcome: CleanUpOutcome): string | undefined =>
  CLEAN_UPS.find((it) => it.address === address)?.describe(outcome);

test.each<[string, CleanUpOutcome, string]>([
  [
    '/sys/cleanup',
    { removedFiles: 2, removedBytes: 1500, removedOutputFolders: 1, errors: { 'club/a': 'It failed.' } },
    '2 stored files (1.5 kB) and 1 folder of built maps removed. club/a: It failed.',
  ],
  ['/sys/cleanupdatasets', { removedDatasets: [] }, '0 empty datasets removed.'],
  ['/sys/cleanupdatasets', { removedDatasets: ['a', 'b'] }, '2 empty datasets removed: a, b.'],
  ['/sys/cleanupbatches', { removedBatches: [{}] }, '1 abandoned upload removed.'],
  [
    '/sys/cleanup-jobindices',
    { deletedCount: 1, retentionDays: 60 },
    '1 record of jobs that ended more than 60 days ago removed.',
  ],
  [
    '/sys/check-artifact-completeness',
    { filesChecked: 3, incomplete: 1, jobsEnqueued: 1, missingFiles: ['club/a/b.tif'] },
    '3 files checked: 1 incomplete, 1 build started. Lost on the disk: club/a/b.tif.',
  ],
  [
    '/sys/check-artifact-completeness',
    { filesChecked: 3, filesFailed: 2 },
    '3 files checked: 0 incomplete, 0 builds started. 2 could not be looked at; see the log of the service.',
  ],
])('%s says what came of it', (address, outcome, text) => {
  expect(told(address, outcome)).toBe(text);
});
