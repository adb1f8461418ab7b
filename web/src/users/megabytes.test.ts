import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesOfMegabytes, megabytesText } from './megabytes.ts';

test.each([
  ['0', 0],
  ['1500', 1_500_000_000],
  [' 0.5 ', 500_000],
  ['0,5', 500_000],
  ['', null],
  ['-1', null],
  ['1e3', null],
  ['one', null],
  ['1.2.3', null],
  ['9'.repeat(20), null],
])('"%s" MB are %s bytes', (text, bytes) => {
  expect(bytesOfMegabytes(text)).toBe(bytes);
});

test('a quota survives being shown and saved again', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 52 }), (bytes) => {
      expect(bytesOfMegabytes(megabytesText(bytes))).toBe(bytes);
    }),
  );
});
