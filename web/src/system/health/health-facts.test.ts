import { expect, test } from 'vitest';
import { healthFacts } from './health-facts.ts';

test('names become words, and sizes are sizes', () => {
  expect(
    healthFacts({
      StorageFreeSpace: 12_300_000_000,
      StorageFreeSpacePerc: 45.678,
      queued_jobs: 3,
      lastError: null,
      writable: true,
    }),
  ).toEqual([
    'Storage free space: 12.3 GB',
    'Storage free space, share: 45.7 %',
    'Queued jobs: 3',
    'Last error: –',
    'Writable: yes',
  ]);
});

test('a list is a line for each thing', () => {
  expect(healthFacts({ processes: [{ hostName: 'a', workers: 2 }, 'b'] })).toEqual([
    'Processes: Host name a, Workers 2',
    'Processes: b',
  ]);
});
