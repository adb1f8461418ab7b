import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entryOf } from '../entry-for-tests.ts';
import { foldCompanions } from './fold-companions.ts';

const folded = (...paths: readonly string[]) => shown(paths.map((path) => entryOf(path)));
const shown = (entries: Parameters<typeof foldCompanions>[0]) => {
  const { main, companions } = foldCompanions(entries);
  return main.map(({ path }) => [path, ...(companions.get(path) ?? []).map((it) => it.path)]);
};

test('the parts of a shapefile stand below it, and other files of similar names beside it', () => {
  expect(folded('a/plots.dbf', 'a/plots.prj', 'a/plots.shp', 'a/plots.shx', 'a/plots.txt', 'a/plots 2.dbf')).toEqual([
    ['a/plots.shp', 'a/plots.dbf', 'a/plots.prj', 'a/plots.shx'],
    ['a/plots.txt'],
    ['a/plots 2.dbf'],
  ]);
});

test('names are compared byte for byte, extensions in both cases', () => {
  expect(folded('P.SHP', 'P.DBF', 'p.dbf')).toEqual([['P.SHP', 'P.DBF'], ['p.dbf']]);
});

test('masks of rasters and places of pictures', () => {
  expect(folded('dtm.tif', 'dtm.tif.msk', 'map.v1.png', 'map.v1.pgw', 'map.v1.png.aux.xml')).toEqual([
    ['dtm.tif', 'dtm.tif.msk'],
    ['map.v1.png', 'map.v1.pgw', 'map.v1.png.aux.xml'],
  ]);
});

test('measurements belong to the file that they lie beside', () => {
  expect(folded('dtm.tif', 'dtm_measurements.geojson', 'map_measurements.geojson')).toEqual([
    ['dtm.tif', 'dtm_measurements.geojson'],
    ['map_measurements.geojson'],
  ]);
});

test('textures belong to the model that needs them, with what belongs to them', () => {
  const model = entryOf('m/house.obj', 11, { properties: { dependencies: ['wall.jpg', '../x.jpg', 7] } });
  const others = ['m/house.mtl', 'm/wall.jpg', 'm/wall.jgw', 'm/photo.jpg'].map((path) => entryOf(path));
  expect(shown([model, ...others])).toEqual([
    ['m/house.obj', 'm/house.mtl', 'm/wall.jpg', 'm/wall.jgw'],
    ['m/photo.jpg'],
  ]);
});

test('folders belong to nothing, and nothing belongs to them', () => {
  expect(shown([entryOf('plots.dbf', 1), entryOf('plots.shp')])).toEqual([['plots.dbf'], ['plots.shp']]);
});

const names = fc.constantFrom('a.shp', 'a.dbf', 'a.obj', 'a.mtl', 'a.jpg', 'a.jgw', 'a.prj', 'a', 'b.shp', 'b.prj');

test('whatever needs what, each entry is shown once, and the same in each order', () => {
  const entries = fc
    .uniqueArray(fc.record({ path: names, dependencies: fc.array(names, { maxLength: 3 }) }), {
      selector: ({ path }) => path,
    })
    .map((all) => all.map(({ path, dependencies }) => entryOf(path, 2, { properties: { dependencies } })));
  fc.assert(
    fc.property(entries, (all) => {
      const lines = shown(all);
      expect(lines.flat().toSorted()).toEqual(all.map(({ path }) => path).toSorted());
      const sorted = (some: readonly (readonly string[])[]) =>
        some.map(([main = '', ...rest]) => [main, ...rest.toSorted()].join()).toSorted();
      expect(sorted(shown(all.toReversed()))).toEqual(sorted(lines));
    }),
  );
});

test('a hundred thousand photos are folded in a moment', () => {
  const photos = Array.from({ length: 100_000 }, (_, at) => entryOf(`flight/DJI_${at}.JPG`, 3));
  const start = performance.now();
  expect(foldCompanions(photos).main).toHaveLength(100_000);
  expect(performance.now() - start).toBeLessThan(2000);
});
