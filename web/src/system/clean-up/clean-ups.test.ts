import { expect, test } from 'vitest';
import { CLEAN_UPS } from './clean-ups.ts';

const told = (address: string, answer: object): string | undefined =>
  CLEAN_UPS.find((it) => it.address === address)?.describe(answer);

test.each([
  ['/sys/cleanup', { jobIds: [], jobId: null }, 'There was nothing to clean up.'],
  ['/sys/cleanup', { jobIds: ['a', 'b'] }, '2 jobs were started; the list of jobs shows how far they are.'],
  ['/sys/cleanup', { jobId: 'a' }, '1 job was started; the list of jobs shows how far they are.'],
  ['/sys/cleanupdatasets', { removedDatasets: [] }, '0 empty datasets removed.'],
  ['/sys/cleanupdatasets', { removedDatasets: ['a', 'b'] }, '2 empty datasets removed: a, b.'],
  [
    '/sys/cleanupdatasets',
    { removedDatasets: ['a'], removeDatasetErrors: [{}, {}] },
    '1 empty dataset removed: a. 2 failures.',
  ],
  ['/sys/cleanupbatches', { removedBatches: [{}], removeBatchErrors: [{}] }, '1 abandoned upload removed. 1 failure.'],
  [
    '/sys/cleanup-jobindices',
    { deletedCount: 1, retentionDays: 60 },
    '1 job entry removed that ended more than 60 days ago.',
  ],
])('%s says what came of it', (address, answer, text) => {
  expect(told(address, answer)).toBe(text);
});
