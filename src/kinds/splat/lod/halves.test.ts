import fc from 'fast-check';
import { expect, it } from 'vitest';
import { halfOf, HALVES } from './halves.ts';

const bitsOf = (value: number): number => new Uint16Array(Float16Array.of(value).buffer)[0]!;

it('every number of 16 bits stays what it is', () => {
  const changed: number[] = [];
  for (let bits = 0; bits < 65_536; bits += 1) {
    const value = HALVES[bits]!;
    const again = halfOf(value);
    const isSame = Number.isNaN(value) ? Number.isNaN(HALVES[again]!) : again === bits;
    if (!isSame) changed.push(bits);
  }
  expect(changed).toEqual([]);
});

it('rounds as Float16Array does', () => {
  const any = fc.float({ noNaN: true });
  const small = fc.float({ min: -2, max: 2, noNaN: true });
  fc.assert(
    fc.property(fc.oneof(any, small), (value) => {
      expect(halfOf(value)).toBe(bitsOf(value));
    }),
    { numRuns: 5000 },
  );
  for (const value of [
    65_519.99,
    65_520,
    65_504,
    2 ** -14,
    2 ** -24,
    2 ** -25,
    1.5 * 2 ** -24,
    1 + 2 ** -11,
    1 + 3 * 2 ** -11,
  ])
    expect(halfOf(value), `${value}`).toBe(bitsOf(Math.fround(value)));
});
