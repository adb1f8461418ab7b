import type { Feature, Point } from 'geojson';
import { expect, test } from 'vitest';
import { drawerTabOf, parseDrawerTab } from './drawer-tabs.ts';
import { heightAfterKey, heightsOf, limitedHeight } from './drawer-size.ts';
import { inBox } from './in-box.ts';

test.each([
  ['photos', 'photos'],
  ['table', 'table'],
  ['x', undefined],
  [undefined, undefined],
])('%s in the address opens %s', (text, tab) => expect(parseDrawerTab(text)).toBe(tab));

test.each([
  ['photos', 'photos'],
  ['videos', 'photos'],
  ['vectors', 'table'],
  ['elevation', null],
] as const)('a layer of %s has %s below the map', (group, tab) => expect(drawerTabOf({ group })).toBe(tab));

test('a drawer is never lower than a row, nor higher than most of the window', () => {
  expect([-5, 300, 5000, NaN].map((height) => limitedHeight(height, 800))).toEqual([120, 300, 560, 120]);
  expect(limitedHeight(300, 50)).toBe(120);
});

test.each([
  ['{"photos":200,"table":400}', { photos: 200, table: 400 }],
  ['{"photos":"high","table":400,"other":1}', { table: 400 }],
  ['null', {}],
  ['7', {}],
  ['[1]', {}],
  ['{"photos":', {}],
  ['', {}],
  [undefined, {}],
])('%s in the browser is the heights %j', (text, heights) => expect(heightsOf(text)).toEqual(heights));

test.each([
  ['ArrowUp', 224],
  ['ArrowDown', 176],
  ['PageUp', 296],
  ['PageDown', 120],
  ['Home', 120],
  ['End', 560],
  ['Tab', null],
  ['toString', null],
])('%s makes a drawer of 200 pixels one of %s', (key, height) => expect(heightAfterKey(key, 200, 800)).toBe(height));

const point = (longitude: number, latitude: number): Feature<Point> => ({
  type: 'Feature',
  properties: {},
  geometry: { type: 'Point', coordinates: [longitude, latitude] },
});

test('what is in view is in the box, also across the date line', () => {
  const points = [point(11, 46), point(12, 46), point(11, 50), point(-179.5, 46)];
  expect(inBox(points, [10.5, 45, 11.5, 47])).toEqual([points[0]]);
  expect(inBox(points, [179, 45, 181, 47])).toEqual([points[3]]);
});
