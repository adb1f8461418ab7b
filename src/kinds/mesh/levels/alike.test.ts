import { expect, it } from 'vitest';
import { processorTime } from '../../../../test/support/processor-time.ts';
import { firstAlike } from './alike.ts';

it('vertices with the same bits are one, by the first of them', () => {
  const values = Float32Array.of(1, 2, 3, 4, 1, 2, 0, -0);
  expect([...firstAlike(4, [{ values, width: 2 }])]).toEqual([0, 1, 0, 3]);
});

/** The number by which a multiplication of 32 bits is undone. */
function inverse(factor: number): number {
  let result = factor;
  for (let round = 0; round < 5; round += 1) result = Math.imul(result, 2 - Math.imul(factor, result));
  return result;
}

/** The value that a hash without a seed turns into a number: `value ^ (value >>> shift)` and products are undone. */
function valueWithHash(hash: number): number {
  let value = Math.imul(hash ^ (hash >>> 13) ^ (hash >>> 26), inverse(0x2c1b_3c6d));
  value ^= (value >>> 15) ^ (value >>> 30);
  return Math.imul(value, inverse(0x9e37_79b1));
}

it('values that were chosen to fall into a few slots take no longer than others', () => {
  const count = 60_000;
  const values = Int32Array.from({ length: count }, (_, index) => valueWithHash((index << 17) | (index >> 15)));
  expect(new Set(values).size).toBe(count);
  const began = processorTime();
  const first = firstAlike(count, [{ values, width: 1 }]);
  expect(processorTime() - began).toBeLessThan(1000);
  expect(first.every((vertex, index) => vertex === index)).toBe(true);
});
