import { expect, test } from 'vitest';
import { entryOf } from '../entry-for-tests.ts';
import { companionPath } from './companion-path.ts';

test.each([
  ['a/dtm.tfw', 'a/dtm.tif', 'a/new.tif', 'a/new.tfw'],
  ['a/dtm.tif.aux.xml', 'a/dtm.tif', 'b/new.tiff', 'b/new.tiff.aux.xml'],
  ['dtm_measurements.geojson', 'dtm.tif', 'x/dtm (2).tif', 'x/dtm (2)_measurements.geojson'],
  ['a.b.TFW', 'a.b.TIF', 'c.TIF', 'c.TFW'],
  ['plots.shp.xml', 'plots.shp', 'x/plots.shp', 'x/plots.shp.xml'],
  ['house.mtl', 'house.obj', 'x/shed.obj', 'x/house.mtl'],
  ['scene.bin', 'scene.gltf', 'tower.gltf', 'scene.bin'],
])('%s of %s goes to %s as %s', (companion, main, to, path) => {
  expect(companionPath(entryOf(companion), entryOf(main), to)).toBe(path);
});

test('what a file names in its text keeps its name', () => {
  const model = entryOf('m/house.obj', 11, { properties: { dependencies: ['house.jpg'] } });
  expect(companionPath(entryOf('m/house.jpg'), model, 'x/shed.obj')).toBe('x/house.jpg');
  expect(companionPath(entryOf('m/house.jgw'), model, 'x/shed.obj')).toBe('x/shed.jgw');
});
