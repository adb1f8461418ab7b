import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareVersions } from './version.mjs';

test.each([
  ['v24.0.0', '24', 0],
  ['20.19.5', '24.0.0', -1],
  ['24.10.0', '24.9.9', 1],
  ['v24.21.0-nightly', '24.21', 0],
])('%s against %s', (left, right, order) => {
  expect(Math.sign(compareVersions(left, right))).toBe(order);
});

test('orders as numbers do, whichever side is asked', () => {
  const version = fc.array(fc.nat(99), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(version, version, (a, b) => {
      const one = compareVersions(a.join('.'), b.join('.'));
      const other = compareVersions(b.join('.'), a.join('.'));
      expect(Math.sign(one)).toBe(-Math.sign(other) || 0);
    }),
  );
});

test('refuses what is no version', () => {
  expect(() => compareVersions('latest', '24')).toThrow(/"latest" is not a version/);
});
