import type { StyleSpecification } from 'maplibre-gl';
import { expect, test } from 'vitest';
import { isOfFormerLook, tellSourceError } from './source-error.ts';

const style: StyleSpecification = {
  version: 8,
  sources: {
    ortho: { type: 'raster', tiles: ['https://a.example/tiles/{z}/{x}/{y}?path=o.tif&style=NDVI'] },
    fields: { type: 'vector', url: 'https://a.example/metadata.json?path=f' },
  },
  layers: [],
};

test('an answer about a look that a layer had before says nothing of the one that it has', () => {
  const old = 'https://a.example/tiles/1/0/0?path=o.tif&style=hillshade';
  expect(isOfFormerLook(style, 'ortho', old)).toBe(true);
  expect(isOfFormerLook(style, 'ortho', 'https://a.example/tiles/1/0/0?path=o.tif&style=NDVI')).toBe(false);
  expect(isOfFormerLook(style, 'ortho', '')).toBe(false);
  expect(isOfFormerLook(style, 'fields', old)).toBe(false);
  expect(isOfFormerLook(style, 'gone', old)).toBe(false);
});

test('what did not come is told in the words of the service', async () => {
  const told: unknown[] = [];
  const body = new Blob(['{"error":"This raster has no such style."}']);
  tellSourceError({ error: { status: 400, url: 'u', body }, sourceId: 'ortho' }, (source, { status, message }, url) => {
    told.push([source, status, message, url]);
  });
  await expect.poll(() => told).toEqual([['ortho', 400, 'This raster has no such style.', 'u']]);
});
