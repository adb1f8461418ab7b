import { expect, test } from 'vitest';
import { entryOf } from '../files/entry-for-tests.ts';
import { openTab, tabsOf } from './table-tabs.ts';

const layers = [
  { id: 'a.gpkg', title: 'a.gpkg: plots' },
  { id: 'a.gpkg:roads', title: 'a.gpkg: roads' },
];

test('each layer has a tab, and each file that has none yet; photos come last', () => {
  const files = [
    entryOf('a.gpkg', 14, { buildStatus: 'building' }),
    entryOf('b.shp', 14, { buildStatus: 'failed' }),
    entryOf('c.dxf', 14),
  ];
  const tabs = tabsOf(layers, files, 3);
  expect(tabs.map(({ id, state }) => [id, state])).toEqual([
    ['a.gpkg', 'layer'],
    ['a.gpkg:roads', 'layer'],
    ['b.shp', 'waiting'],
    ['photos', 'photos'],
  ]);
  expect(openTab(tabs, '')?.id).toBe('a.gpkg');
  expect(openTab(tabs, 'photos')?.state).toBe('photos');
  expect(openTab(tabs, 'gone.gpkg')).toBeUndefined();
});

test('no layers and no photos are no tabs', () => expect(tabsOf([], [entryOf('c.dxf', 14)], 0)).toEqual([]));
