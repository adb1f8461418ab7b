import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatComparison, parseComparison } from './compare-text.ts';

test('a comparison comes back from the address, whatever the files are called', () => {
  const key = fc.string({ minLength: 1 });
  const divider = fc.oneof(fc.integer({ min: 0, max: 100 }), fc.constant('blink' as const));
  fc.assert(
    fc.property(key, key, divider, (left, right, at) => {
      fc.pre(left !== right);
      const comparison = { left, right, divider: at };
      expect(parseComparison(formatComparison(comparison))).toEqual(comparison);
    }),
  );
});

test.each([undefined, '', 'a.tif', 'a.tif;a.tif;50', ';b.tif', 'a.tif;b.tif;101', 'a.tif;b.tif;-1', 'a;b;50;c'])(
  '"%s" is none',
  (text) => expect(parseComparison(text)).toBeNull(),
);

test('without a place it begins in the middle', () =>
  expect(parseComparison('a.tif;b.tif')).toEqual({ left: 'a.tif', right: 'b.tif', divider: 50 }));
