import { expect, test } from 'vitest';
import type { Entry } from '../api/answers.ts';
import { hiddenText } from './address/hidden-layers.ts';
import { groundOf } from './scene-ground.ts';

/** A square of so many degrees from a corner. */
function raster(
  path: string,
  [x, y, width]: readonly [number, number, number],
  type: string,
  more: object = {},
): Entry {
  const ring = [
    [x, y],
    [x + width, y],
    [x + width, y + width],
    [x, y + width],
    [x, y],
  ];
  const bands = type === 'Byte' ? [{ type }, { type }, { type }] : [{ type }];
  return {
    path,
    type: 4,
    hash: path,
    properties: { bands },
    polygon_geom: { type: 'Feature', geometry: { type: 'Polygon', coordinates: [ring] }, properties: {} },
    ...more,
  } as unknown as Entry;
}

const paths = (entries: readonly Entry[]): readonly string[] => entries.map(({ path }) => path);

test('a scene has elevation models that do not cover each other as its ground', () => {
  const all = [
    raster('ortho.tif', [0, 0, 3], 'Byte'),
    raster('dtm.tif', [0, 0, 1], 'Float32'),
    raster('dsm.tif', [0, 0, 1.1], 'Float32'),
    raster('far.tif', [5, 5, 0.5], 'Int16'),
    raster('unbuilt.tif', [9, 9, 1], 'Float32', { buildStatus: 'building' }),
  ];
  expect(paths(groundOf(all, true))).toEqual(['dsm.tif', 'far.tif']);
  expect(paths(groundOf(all, false))).toEqual(['dsm.tif', 'far.tif']);
});

test('orthophotos are ground only where there is nothing else', () => {
  const all = [raster('ortho.tif', [0, 0, 3], 'Byte')];
  expect([paths(groundOf(all, true)), paths(groundOf(all, false))]).toEqual([['ortho.tif'], []]);
});

test('the address has the paths of hidden layers', () => {
  const hidden = new Set(['a,b.tif', '/photos']);
  expect(hiddenText(hidden, 'c.tif', true)).toBe(String.raw`a\,b.tif,/photos,c.tif`);
  expect(hiddenText(new Set(['c.tif']), 'c.tif', false)).toBeUndefined();
});
