import { expect, test } from 'vitest';
import { isInstalled } from './packages.mjs';

const one = { version: '1.0.0', integrity: 'sha512-one' };
const foreign = { version: '1.0.0', integrity: 'sha512-foreign', optional: true };
const wanted = { packages: { '': {}, 'node_modules/one': one, 'node_modules/foreign': foreign } };

test('packages for other machines may be absent', () => {
  expect(isInstalled(wanted, { packages: { 'node_modules/one': one } })).toBe(true);
  expect(isInstalled(wanted, { packages: { 'node_modules/one': one, 'node_modules/foreign': foreign } })).toBe(true);
});

test.each([
  ['nothing is installed', undefined],
  ['a package is absent', { packages: {} }],
  ['a version differs', { packages: { 'node_modules/one': { ...one, version: '1.0.1' } } }],
  ['a checksum differs', { packages: { 'node_modules/one': { ...one, integrity: 'sha512-other' } } }],
  [
    'an optional package is an old one',
    { packages: { 'node_modules/one': one, 'node_modules/foreign': { ...foreign, version: '0.9.0' } } },
  ],
])('%s: to be installed', (_case, installed) => {
  expect(isInstalled(wanted, installed)).toBe(false);
});
