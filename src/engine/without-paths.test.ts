import { expect, it } from 'vitest';
import { withoutPaths } from './without-paths.ts';

it.each([
  ["Cannot open '/srv/alidade/reading/7f/fields.dbf'.", "Cannot open 'a file'."],
  ['Warning 1: /tmp/x-1/linear.gpkg: /tmp/x-1/a.ige is short', 'Warning 1: a file: a file is short'],
  ['/vsizip//srv/alidade/blobs/ab/cd/käse.kmz', 'a file'],
  ['GPKG:/srv/alidade/a.gpkg:layer', 'GPKG:a file:layer'],
])('takes paths of the machine out of %s', (text, left) => {
  expect(withoutPaths(text)).toBe(left);
});

it('never leaves half of a pair of surrogates, which a database refuses', () => {
  expect(withoutPaths(`${'x'.repeat(999)}😀`).isWellFormed()).toBe(true);
});

it.each(['Waits for models/köln/tex/wall.png, b.png.', '3/4 of 1/2/3', 'a and/or b', 'EPSG:4326 / UTM 32'])(
  'leaves %s alone',
  (text) => {
    expect(withoutPaths(text)).toBe(text);
  },
);

it.each([
  ['It names “https://example.org/tiles/0.glb”.', 'It names “https://example.org/tiles/0.glb”.'],
  ['file:///etc/passwd', 'file:a file'],
  ['ERROR 1:/tmp/a/b', 'ERROR 1:a file'],
  ['ERROR:/tmp/a/b', 'ERROR:a file'],
])('addresses of hosts are no paths of the machine: %s', (text, shown) => {
  expect(withoutPaths(text)).toBe(shown);
});
