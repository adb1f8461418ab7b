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
  const tabs = tabsOf(layers, files, true, 3);
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

test('measurements come last, under their own name, built or not', () => {
  const measured = [
    { id: 'measurements/map_measurements.geojson', title: 'map_measurements' },
    { id: 'dtm_measurements.geojson', title: 'dtm_measurements' },
  ];
  const files = [
    entryOf('dtm_measurements.geojson', 14),
    entryOf('measurements/map_measurements.geojson', 14),
    entryOf('x/b_measurements.geojson', 14, { buildStatus: 'building' }),
  ];
  expect(tabsOf([...measured, ...layers], files, true, 3).map(({ title }) => title)).toEqual([
    'a.gpkg: plots',
    'a.gpkg: roads',
    'Photos',
    'Measurements',
    'Measurements of dtm',
    'Measurements of x/b',
  ]);
});

test('no layers and no photos are no tabs', () => expect(tabsOf([], [entryOf('c.dxf', 14)], true, 0)).toEqual([]));

test('layers know their files, and of files that a filter leaves out there are no tabs', () => {
  const more = [...layers, { id: 'x:1.gpkg:a:b', title: 'x' }, { id: 'gone.gpkg', title: 'gone' }];
  const files = [entryOf('a.gpkg', 14), entryOf('x:1.gpkg', 14)];
  const fileOf = (isWhole: boolean) =>
    tabsOf(more, files, isWhole, 0).map((tab) => (tab.state === 'layer' ? tab.file : null));
  expect(fileOf(false)).toEqual(['a.gpkg', 'a.gpkg', 'x:1.gpkg']);
  expect(fileOf(true)).toEqual(['a.gpkg', 'a.gpkg', 'x:1.gpkg', 'gone.gpkg']);
});
