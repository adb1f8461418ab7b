import { expect, test } from 'vitest';
import { isUsable } from './gdal.mjs';

const built = { gdal: '3.6.2', bundled: false, library: '/usr/lib/libgdal.so.32', bytes: 1000 };

test('a checked binary whose library is there is used', () => {
  expect(isUsable(built, 1000, () => true)).toBe(true);
  expect(isUsable({ ...built, library: null }, 1000, () => false)).toBe(true);
});

test.each([
  ['was never checked', undefined, 1000, true],
  ['is absent', built, undefined, true],
  ['is not the checked one', built, 999, true],
  ['lost its library in a system upgrade', built, 1000, false],
])('one that %s is not', (_case, loaded, size, hasLibrary) => {
  expect(isUsable(loaded, size, () => hasLibrary)).toBe(false);
});
