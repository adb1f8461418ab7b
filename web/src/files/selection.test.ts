import fc from 'fast-check';
import { expect, test } from 'vitest';
import { everything, extended, NOTHING, toggled } from './selection.ts';

const ORDER = ['a', 'b', 'c', 'd', 'e'];
const paths = ({ paths: chosen }: { readonly paths: ReadonlySet<string> }): string => [...chosen].toSorted().join('');

test('a range goes from the last chosen row, up or down, and takes nothing away', () => {
  const first = toggled(toggled(NOTHING, 'a'), 'd');
  expect(paths(extended(first, ORDER, 'b'))).toBe('abcd');
  expect(paths(extended(first, ORDER, 'e'))).toBe('ade');
});

test('without a beginning, or when that is gone, a range is one row', () => {
  expect(paths(extended(NOTHING, ORDER, 'c'))).toBe('c');
  expect(paths(extended(toggled(NOTHING, 'gone'), ORDER, 'c'))).toBe('cgone');
  expect(extended(NOTHING, ORDER, 'gone')).toEqual(NOTHING);
});

test('everything is all of the list', () => expect(paths(everything(ORDER))).toBe('abcde'));

test('a row chosen twice is as before', () => {
  fc.assert(
    fc.property(fc.subarray(ORDER), fc.constantFrom(...ORDER), (chosen, path) => {
      const before = { paths: new Set(chosen), anchor: null };
      expect(paths(toggled(toggled(before, path), path))).toBe(paths(before));
    }),
  );
});
