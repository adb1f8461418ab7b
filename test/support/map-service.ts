import { writeGeoTiff } from './geotiff.ts';
import { putBuilt } from './mapped-dataset.ts';
import { startService, type TestService } from './service.ts';
import { squareFeature } from './square-feature.ts';

/** A public dataset with a raster and a vector file, both built. */
export const MAPS = '/orgs/admin/ds/maps';
export const ORTHO = 'may/ortho photo.tif';
export const FIELDS = 'fields.geojson';
/** In the middle of both: a pixel that is green, and the field called `first`. */
export const MIDDLE: readonly [number, number] = [11.2609, 44.4082];

const FEATURES = [
  squareFeature(11.2575, 44.4072, 0.004, { name: 'first', trees: 12, yield: 1.5, planted: '2020-03-01', note: null }),
  squareFeature(11.27, 44.4072, 0.004, {
    name: 'O’Brien & <sons>',
    trees: 3,
    yield: 2.5,
    planted: '2021-03-01',
    note: 'dry',
  }),
  squareFeature(11.29, 44.4072, 0.004, { name: 'third', trees: 7, yield: null, planted: null, note: 'dry' }),
];

/** A service with `MAPS` in it. */
export async function startMapService(): Promise<TestService> {
  const service = await startService();
  await addMaps(service);
  return service;
}

/** Makes `MAPS` and waits until it is built. */
export async function addMaps(service: TestService): Promise<void> {
  await service.call('POST', '/orgs/admin/ds', { json: { slug: 'maps', visibility: 1 } });
  const ortho = writeGeoTiff({
    width: 400,
    height: 400,
    origin: [679_800, 4_919_900],
    pixel: 1,
    epsg: 32632,
    colour: (column) => (column < 200 ? [200, 40, 40] : [40, 200, 40]),
  });
  const fields = JSON.stringify({ type: 'FeatureCollection', features: FEATURES });
  await putBuilt(service, 'admin/maps', ORTHO, ortho);
  await putBuilt(service, 'admin/maps', FIELDS, Buffer.from(fields));
}
