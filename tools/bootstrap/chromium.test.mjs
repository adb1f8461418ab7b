import { expect, test } from 'vitest';
import { findChromium } from './chromium.mjs';

test('CHROMIUM wins over what is installed', () => {
  expect(
    findChromium(
      { CHROMIUM: '/opt/c' },
      () => '/usr/bin/chromium',
      () => true,
    ),
  ).toBe('/opt/c');
});

test('a wrong CHROMIUM is said, not replaced', () => {
  expect(() =>
    findChromium(
      { CHROMIUM: '/opt/c' },
      () => '/usr/bin/chromium',
      () => false,
    ),
  ).toThrow(/does not exist/);
});

test('the usual names are looked for in order', () => {
  const installed = new Set(['google-chrome', 'chromium-browser']);
  expect(findChromium({}, (name) => (installed.has(name) ? `/bin/${name}` : undefined))).toBe('/bin/chromium-browser');
  expect(findChromium({}, () => undefined)).toBeUndefined();
});
