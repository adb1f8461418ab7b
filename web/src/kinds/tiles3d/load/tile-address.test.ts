import { describe, expect, test } from 'vitest';
import { tileAddresses } from './tile-address.ts';

const PAGE = 'https://alidade.test/r/o/d/scene?items=a.3tz';
const ROOT = '/orgs/o/ds/d/build/ab/3dtiles/tileset.json';
const { root, allowed } = tileAddresses(`${ROOT}?token=secret&path=a.3tz`, PAGE);
const HERE = 'https://alidade.test/orgs/o/ds/d/build/ab/3dtiles/';

describe('a tileset in the browser', () => {
  test.each([
    ['tiles/0.glb', `${HERE}tiles/0.glb`],
    ['a/../b.json?v=1#x', `${HERE}b.json`],
    [`${HERE}a%20b.b3dm`, `${HERE}a%20b.b3dm`],
  ])('asks for %s with what lets the page in', (address, target) =>
    expect(allowed(address)).toBe(`${target}?token=secret&path=a.3tz`),
  );

  test('begins without it: other files are named relative to that', () => expect(root).toBe(`${HERE}tileset.json`));

  test.each([
    'https://example.org/0.glb',
    '//example.org/0.glb',
    '../../cd/3dtiles/0.glb',
    '/orgs/o/ds/d/obj',
    'file:///etc/passwd',
    'data:text/plain,a',
    'javascript:alert(1)',
    '..%2f..%2fobj',
    'a%5C..%5Cb',
    `https://alidade.test.example.org${ROOT}`,
  ])('refuses %s, and says so', (address) =>
    expect(() => allowed(address)).toThrow(`It names “${address}”, which lies outside of it and is not loaded.`),
  );
});
