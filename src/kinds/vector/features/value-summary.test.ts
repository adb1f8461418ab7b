import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { GeoPackageLayer } from '../geopackage.ts';
import { summarizeValues } from './value-summary.ts';

const CONTEXT = { isCancelled: () => false, throwIfCancelled: () => undefined };

function summaryOf(type: string, values: readonly (string | number | null)[], shownAs = values.length) {
  const database = new DatabaseSync(':memory:');
  database.exec(`CREATE TABLE plots (fid INTEGER PRIMARY KEY, v ${type})`);
  const insert = database.prepare('INSERT INTO plots (v) VALUES (?)');
  for (const value of values) insert.run(value);
  const layer = { table: 'plots', featureCount: shownAs, columns: [{ name: 'v', type }] } as unknown as GeoPackageLayer;
  try {
    return summarizeValues(database, [layer], 'v', CONTEXT);
  } finally {
    database.close();
  }
}

it('counts texts, the most frequent first, and those without one', () => {
  const summary = summaryOf('TEXT', ['b', 'a', 'b', null, 'c', 'c', 'x'.repeat(500)]);
  expect(summary).toEqual({
    kind: 'text',
    count: 7,
    nulls: 1,
    isSampled: false,
    isComplete: false,
    values: [
      { value: 'b', count: 2 },
      { value: 'c', count: 2 },
      { value: 'a', count: 1 },
    ],
    quantiles: [],
  });
});

it('tells truth as such, and numbers by their quantiles', () => {
  expect(summaryOf('BOOLEAN', [1, 0, 1]).values).toEqual([
    { value: true, count: 2 },
    { value: false, count: 1 },
  ]);
  const { quantiles, kind } = summaryOf('REAL', [3, 1, 2, 5, 4, null]);
  expect([kind, quantiles.length, quantiles[0], quantiles[25], quantiles[50], quantiles[100]]).toEqual([
    'number',
    101,
    1,
    2,
    3,
    5,
  ]);
});

it('tells at most a thousand values, and reads a sample of very many features', () => {
  const many = Array.from({ length: 3000 }, (_, at) => `v${at}`);
  const all = summaryOf('TEXT', many);
  expect([all.values.length, all.isComplete, all.isSampled]).toEqual([1000, false, false]);
  const sample = summaryOf('TEXT', many, 2_500_000);
  expect([sample.count, sample.isSampled, sample.isComplete]).toEqual([1000, true, false]);
});

it('has quantiles that rise from the least to the greatest number', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }), { minLength: 1 }),
      (values) => {
        const { quantiles } = summaryOf('REAL', values);
        expect(quantiles[0]).toBe(Math.min(...values));
        expect(quantiles.at(-1)).toBe(Math.max(...values));
        expect(quantiles.every((value, at) => at === 0 || value >= quantiles[at - 1]!)).toBe(true);
      },
    ),
    { numRuns: 50 },
  );
});
