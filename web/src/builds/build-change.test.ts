import { expect, test } from 'vitest';
import type { BuildChange } from '../api/builds.ts';
import { entryOf } from '../files/entry-for-tests.ts';
import { buildText } from './build-texts.ts';
import { changedEntry, changedList } from './build-change.ts';

const change = (facts: Partial<BuildChange>): BuildChange => ({
  jobId: 'j',
  path: 'a.tif',
  currentState: 'Processing',
  progressPercent: 40,
  phaseMessage: null,
  outcome: null,
  errorMessage: null,
  createdAt: '2026-01-01T00:00:00Z',
  missingDependencies: [],
  ...facts,
});
const ENTRY = entryOf('a.tif', 4, { buildStatus: 'failed', buildError: 'No.' });

test('a build that waits or runs is shown at once', () => {
  expect(changedEntry(ENTRY, change({}))).toMatchObject({
    buildStatus: 'building',
    buildProgress: 40,
    buildError: null,
  });
  expect(changedEntry(ENTRY, change({ currentState: 'Enqueued' }))).toMatchObject({ buildStatus: 'queued' });
});

test('a build that has ended, and a file that is not in the list, are asked for', () => {
  for (const currentState of ['Succeeded', 'Failed', 'Deleted'])
    expect(changedEntry(ENTRY, change({ currentState }))).toBeUndefined();
  expect(changedList([ENTRY], change({ path: 'b.tif' }))).toBeUndefined();
});

test('only the row of the file changes', () => {
  const other = entryOf('b.tif');
  const list = changedList([other, ENTRY], change({}))!;
  expect(list[0]).toBe(other);
  expect(list[1]).toMatchObject({ path: 'a.tif', buildStatus: 'building' });
});

test('what became of a build is told in words, and a state nobody knows as it is', () => {
  expect(buildText(change({ currentState: 'Succeeded', outcome: 'deferred' }))).toBe('Waits for files');
  expect(buildText(change({ currentState: 'Succeeded', outcome: 'built' }))).toBe('Built');
  expect(buildText(change({ currentState: 'Strange' }))).toBe('Strange');
});
