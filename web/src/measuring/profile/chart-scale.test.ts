import fc from 'fast-check';
import { expect, test } from 'vitest';
import { climbOf, nearestIndex, pathOf, rangeOf, ticksOf } from './chart-scale.ts';

test.each([
  [0, 100, 5, [0, 20, 40, 60, 80, 100]],
  [0.05, 0.36, 4, [0.1, 0.2, 0.3]],
  [-3, 3, 3, [-2, 0, 2]],
  [7, 7, 5, [7]],
])('ticks from %d to %d', (from, to, most, ticks) => expect(ticksOf(from, to, most)).toEqual(ticks));

test('there are never many more ticks than asked for, and all are within', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -5000, max: 5000, noNaN: true }),
      fc.double({ min: 1e-3, max: 1e5, noNaN: true }),
      fc.integer({ min: 2, max: 10 }),
      (from, span, most) => {
        const ticks = ticksOf(from, from + span, most);
        expect(ticks.length).toBeLessThanOrEqual(most + 1);
        for (const tick of ticks) {
          expect(tick).toBeGreaterThanOrEqual(from - span * 1e-6);
          expect(tick).toBeLessThanOrEqual(from + span * (1 + 1e-6));
        }
      },
    ),
  );
});

test('a range has no width of zero, and none without values', () => {
  expect([rangeOf([null, 3, 1]), rangeOf([2, 2]), rangeOf([null])]).toEqual([[1, 3], [1.5, 2.5], null]);
});

test('a climb counts both ways, over gaps', () => {
  expect(climbOf([1, 3, null, 2, 5])).toEqual({ up: 5, down: 1 });
});

test('a path has a gap where there is no value', () => {
  expect(pathOf([1, 2, null, 3], (index, value) => [index, value])).toBe('M0.0 1.0L1.0 2.0M3.0 3.0');
});

test('the nearest value is found', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 50 }),
      fc.integer({ min: -10, max: 1010 }),
      (list, place) => {
        const values = list.toSorted((one, other) => one - other);
        const found = values[nearestIndex(values, place)]!;
        expect(Math.abs(found - place)).toBe(Math.min(...values.map((value) => Math.abs(value - place))));
      },
    ),
  );
});
