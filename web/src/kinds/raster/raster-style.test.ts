import { expect, test } from 'vitest';
import type { Entry } from '../../api/answers.ts';
import { entryOf } from '../../files/entry-for-tests.ts';
import { mapStyle, nativeTileZoom } from './raster-style.ts';

const raster = (width: unknown): Entry => entryOf('a.tif', 4, { properties: { width } });

test('the footprint gives the zoom whose pixels are as fine as the raster', () => {
  // One world of 256 pixels is zoom 0; 2^10 times finer is zoom 10.
  expect(nativeTileZoom(raster(256 * 1024), [-180, -80, 180, 80])).toBe(10);
  expect(nativeTileZoom(raster(256 * 1024 + 1), [-180, -80, 180, 80])).toBe(11);
  expect(nativeTileZoom(raster('wide'), [10, 45, 11, 46])).toBe(24);
  expect(nativeTileZoom(raster(1e12), [10, 45, 11, 46])).toBe(24);
});

test('the map asks nobody but the service, unless a basemap is configured', () => {
  const options = {
    tiles: 'http://here/t',
    bounds: [0, 0, 1, 1],
    maxTileZoom: 9,
    opacity: 1,
    background: '#fff',
  } as const;
  expect(JSON.stringify(mapStyle({ ...options, basemap: null })).match(/https?:\/\/[a-z]+/g)).toEqual(['http://here']);
  const { layers } = mapStyle({ ...options, basemap: { url: 'http://maps/{z}', attribution: 'Maps' } });
  expect(layers.map(({ id }) => id)).toEqual(['background', 'basemap', 'raster']);
});
