import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readByteRange } from './byte-range.ts';

it.each([
  ['bytes=0-', 10, { first: 0, last: 9 }],
  ['bytes=2-4', 10, { first: 2, last: 4 }],
  ['BYTES=2-400', 10, { first: 2, last: 9 }],
  ['bytes=-3', 10, { first: 7, last: 9 }],
  ['bytes=-30', 10, { first: 0, last: 9 }],
  ['bytes=10-', 10, 'unsatisfiable'],
  ['bytes=-0', 10, 'unsatisfiable'],
  ['bytes=0-', 0, 'unsatisfiable'],
  ['bytes=5-2', 10, undefined],
  ['bytes=-', 10, undefined],
  ['bytes=0-1,3-4', 10, undefined],
  ['bytes=0x1-2', 10, undefined],
  ['items=0-1', 10, undefined],
  [`bytes=0-${'9'.repeat(400)}`, 10, undefined],
  [undefined, 10, undefined],
])('J-5 reads %s of %i bytes', (header, size, expected) => {
  expect(readByteRange(header, size)).toEqual(expected);
});

it('J-5 never answers a range outside the file', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.tuple(fc.nat(), fc.nat()).map(([a, b]) => `bytes=${a}-${b}`),
      ),
      fc.nat(),
      (header, size) => {
        const range = readByteRange(header, size);
        if (range === undefined || range === 'unsatisfiable') return;
        expect(range.first).toBeGreaterThanOrEqual(0);
        expect(range.last).toBeGreaterThanOrEqual(range.first);
        expect(range.last).toBeLessThan(size);
      },
    ),
    { numRuns: 2000 },
  );
});
