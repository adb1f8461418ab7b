import { expect, test } from 'vitest';
import { DONE_WITH_FAILURES, importOutcome, importRoute, shownState } from './import-outcome.ts';

test.each([
  [{ datasets: 1, files: 3, failures: 0 }, 'done'],
  [{ datasets: 1, files: 0, failures: 0 }, 'done'],
  [{ datasets: 1, files: 3, failures: 1 }, 'partly'],
  [{ datasets: 1, files: 0, failures: 2 }, 'failed'],
  [{ datasets: 0, files: 0, failures: 1 }, 'failed'],
  [{ datasets: null, files: null, failures: null }, 'done'],
])('%j is %s', (counts, outcome) => expect(importOutcome(counts)).toBe(outcome));

test('only an import that has ended without an error of the service is judged by its report', () => {
  const nothing = { datasets: 0, files: 0, failures: 1 };
  expect(shownState('Succeeded', nothing)).toBe('Failed');
  expect(shownState('Succeeded', { ...nothing, datasets: 1, files: 1 })).toBe(DONE_WITH_FAILURES);
  expect(shownState('Processing', nothing)).toBe('Processing');
  expect(shownState('Succeeded', null)).toBe('Succeeded');
});

test('where an import comes from and goes to', () => {
  const route = { source: 'https://data.example.org', from: 'club/survey', to: 'home/survey' };
  expect(importRoute({ ...route, datasets: null, files: null, failures: null })).toBe(
    'data.example.org, club/survey → home/survey',
  );
});
