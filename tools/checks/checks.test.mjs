import { expect, test } from 'vitest';
import { compareDependencies } from './documented-dependencies.mjs';
import { summaryOf } from './test.mjs';

test('every dependency has its line, and every line its dependency', () => {
  const page =
    '| Package | Why |\n|---|---|\n| `fastify` | HTTP |\n- `old-one`: gone\n\nText that names `kysely` is no line.\n';
  expect(compareDependencies(['fastify', 'kysely'], page)).toEqual([
    'kysely is a dependency, but docs/dependencies.md has no line for it.',
    'docs/dependencies.md has a line for old-one, which is no dependency any more.',
  ]);
  expect(compareDependencies(['fastify'], '| `fastify` | HTTP |')).toEqual([]);
});

const report = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 2, numTodoTests: 1, testResults: [] };

test('the summary counts passed, failed and skipped', () => {
  expect(summaryOf(report)).toBe('5 passed, 0 failed, 3 skipped');
});

test('files that could not be loaded, and a run without a report, count as failures', () => {
  expect(summaryOf({ ...report, testResults: [{ status: 'failed', assertionResults: [] }] })).toBe(
    '5 passed, 1 failed, 3 skipped',
  );
  expect(summaryOf(undefined)).toBe('0 passed, 1 failed, 0 skipped');
});
