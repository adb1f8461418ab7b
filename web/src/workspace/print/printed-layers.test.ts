import { IconMap } from '@tabler/icons-react';
import { expect, test } from 'vitest';
import type { MapLayer } from '../../kinds/on-map.ts';
import { printedLayers } from './printed-layers.ts';

const layer = (title: string, change: Partial<MapLayer> = {}): MapLayer => ({
  key: title,
  kind: 'vector',
  title,
  group: 'vectors',
  Icon: IconMap,
  bounds: [11, 46, 11.1, 46.1],
  entry: null,
  opensScene: false,
  ...change,
});

const printed = (layers: readonly MapLayer[]) =>
  printedLayers(
    {
      datasetRef: { org: 'a', ds: 'b' },
      layers,
      lookOf: () => 'by=single&colour=#0f766e',
      bounds: [11.05, 46.05, 12, 47],
    },
    new AbortController().signal,
  );

test('a sheet lists layers with a symbol that have a part on it', async () => {
  const layers = [
    layer('fields'),
    layer('elsewhere', { bounds: [13, 46, 14, 47] }),
    layer('photos', { kind: 'photo', group: 'photos' }),
    layer('everywhere', { bounds: null }),
  ];
  const listed = await printed(layers);
  expect(listed.map(({ title }) => title)).toEqual(['fields', 'everywhere']);
  expect(listed[0]?.legend).toMatchObject({ kind: 'classes', rows: [{ label: 'All features' }] });
});

test('of many layers the others are a number', async () => {
  const listed = await printed(Array.from({ length: 15 }, (_, at) => layer(`fields ${at}`)));
  expect([listed.length, listed.at(-1)]).toEqual([13, { title: 'and 3 more', legend: null }]);
});
