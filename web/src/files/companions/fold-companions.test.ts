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

test('world files, overviews, projections and metadata stand below the picture or grid', () => {
  const beside = ['a.TIF.aux.xml', 'a.TFW', 'a.prj', 'a.tif.ovr', 'a.wld', 'a.xmp', 'a.b.tfw', 'b.aux.xml'];
  expect(folded('a.TIF', ...beside)).toEqual([
    ['a.TIF', 'a.TIF.aux.xml', 'a.TFW', 'a.prj', 'a.wld', 'a.xmp'],
    ['a.tif.ovr'],
    ['a.b.tfw'],
    ['b.aux.xml'],
  ]);
});

test('subtitles, previews and thumbnails stand below the video, and nothing of them below its pictures', () => {
  expect(folded('DJI_1.JPG', 'DJI_1.LRF', 'DJI_1.MP4', 'DJI_1.SRT', 'DJI_1.THM', 'DJI_2.SRT')).toEqual([
    ['DJI_1.JPG'],
    ['DJI_1.MP4', 'DJI_1.LRF', 'DJI_1.SRT', 'DJI_1.THM'],
    ['DJI_2.SRT'],
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

const MILLION = 1_000_000;
const numbered = (nameOf: (at: number) => string) =>
  Array.from({ length: MILLION }, (_, at) => entryOf(nameOf(at), 3, { properties: NO_PROPERTIES }));
const NO_PROPERTIES = {};

test.each([
  ['photos alone', numbered((at) => `flight/DJI_${at}.JPG`), MILLION],
  [
    'photos with their metadata',
    numbered((at) => `flight/DJI_${at >> 1}.${at % 2 === 0 ? 'JPG' : 'xmp'}`),
    MILLION / 2,
  ],
  ['names with one beginning', numbered((at) => `flight/a.${at >> 1}.${at % 2 === 0 ? 'tif' : 'tfw'}`), MILLION / 2],
])(
  'a million entries take a time that grows with their number: %s',
  (_, entries, mains) => {
    const start = performance.now();
    expect(foldCompanions(entries).main).toHaveLength(mains);
    // Three seconds are usual; a time that grows with the square would be an hour.
    expect(performance.now() - start).toBeLessThan(15_000);
  },
  120_000,
);

test('a model with a hundred thousand textures', () => {
  const dependencies = Array.from({ length: 100_000 }, (_, at) => `${at}.jpg`);
  const model = entryOf('m/a.obj', 11, { properties: { dependencies } });
  const { companions } = foldCompanions([model, ...dependencies.map((name) => entryOf(`m/${name}`))]);
  expect(companions.get('m/a.obj')).toHaveLength(100_000);
});
