import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createChangeSums } from './change-sums.ts';

it('sums are those of the differences at once', () => {
  const differences = fc.array(fc.double({ min: -50, max: 50, noNaN: true }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(differences, fc.double({ min: 0, max: 20, noNaN: true }), (values, threshold) => {
      const sums = createChangeSums(threshold);
      values.forEach((value) => sums.add(value, 4));
      const answer = sums.answer()!;
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      expect(answer.mean).toBeCloseTo(mean, 9);
      expect(answer.deviation ** 2).toBeCloseTo(
        values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length,
        6,
      );
      expect(answer.rootMeanSquare ** 2).toBeCloseTo(
        values.reduce((sum, value) => sum + value * value, 0) / values.length,
        6,
      );
      const changed = values.filter((value) => Math.abs(value) > threshold);
      expect(answer.net).toBeCloseTo(
        changed.reduce((sum, value) => sum + 4 * value, 0),
        6,
      );
      expect(answer.raised.area + answer.lowered.area).toBe(4 * changed.length);
      expect([answer.min, answer.max, answer.area]).toEqual([
        Math.min(...values),
        Math.max(...values),
        4 * values.length,
      ]);
    }),
  );
  expect(createChangeSums(0).answer()).toBeNull();
});
