import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Gdal from 'gdal-async';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hasSharedData, SHARED_DATA } from '../../../../test/support/shared-data.ts';
import { createEngine } from '../../../engine/index.ts';
import { crsTransform } from '../../../projections/operations.ts';
import { pixelValues } from './pixel-values.ts';

/** The files written here are the test's own. */
const gdal: typeof Gdal = createRequire(import.meta.url)('gdal-async');
const engine = createEngine({ children: 1, callTimeoutMs: 60_000, memoryLimitBytes: 2 ** 31 });
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-values-'));
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

const valuesAt = async (path: string, crs: string, ...positions: readonly (readonly [number, number])[]) =>
  pixelValues(engine, { path, name: 'a.tif', size: (await stat(path)).size }, { crs, positions });

/** 4 x 3 pixels of 10 m, turned by a quarter where asked: value = 10 x row + column, and 7 less in the second band. */
function written(name: string, type: string, geotransform: number[], prepare: (dataset: Gdal.Dataset) => void): string {
  const path = join(folder, name);
  const dataset = gdal.open(path, 'w', 'GTiff', 4, 3, 2, type);
  dataset.srs = gdal.SpatialReference.fromEPSG(32632);
  dataset.geoTransform = geotransform;
  const values = Float64Array.from({ length: 12 }, (_, at) => 10 * Math.floor(at / 4) + (at % 4));
  dataset.bands.get(1).pixels.write(0, 0, 4, 3, values);
  dataset.bands.get(2).pixels.write(
    0,
    0,
    4,
    3,
    values.map((value) => value - 7),
  );
  prepare(dataset);
  dataset.close();
  return path;
}

it('reads the values of all bands, and tells which pixel it is', async () => {
  const path = written('plain.tif', 'Float64', [500_000, 10, 0, 5_000_000, 0, -10], (dataset) => {
    dataset.bands.get(1).noDataValue = 12;
  });
  expect(
    await valuesAt(path, 'EPSG:32632', [500_000.1, 4_999_999.9], [500_025, 4_999_985], [500_040.1, 4_999_985], [0, 0]),
  ).toEqual([{ column: 0, row: 0, values: [0, -7] }, { column: 2, row: 1, values: [null, 5] }, null, null]);
  // The same pixel by longitude and latitude.
  const [degrees] = await engine
    .call(crsTransform, { from: 'EPSG:32632', to: 'EPSG:4326', positions: Float64Array.of(500_035, 4_999_975) })
    .then((found) => [[found[0]!, found[1]!] as const]);
  expect(await valuesAt(path, 'OGC:CRS84', degrees!)).toEqual([{ column: 3, row: 2, values: [23, 16] }]);
  // A longitude that no projection has.
  expect(await valuesAt(path, 'EPSG:4326', [0, 500])).toEqual([null]);
});

it('of a raster that is turned', async () => {
  const path = written('turned.tif', 'Int16', [500_000, 0, 10, 5_000_000, 10, 0], () => undefined);
  expect(await valuesAt(path, 'EPSG:32632', [500_015, 5_000_035])).toEqual([{ column: 3, row: 1, values: [13, 6] }]);
});

it('hides what alpha hides', async () => {
  const path = written('alpha.tif', 'UInt16', [500_000, 10, 0, 5_000_000, 0, -10], (dataset) => {
    dataset.bands.get(2).colorInterpretation = 'Alpha';
    dataset.bands.get(2).pixels.write(0, 0, 4, 3, new Uint16Array(12).fill(255));
    dataset.bands.get(2).pixels.set(1, 1, 0);
  });
  expect(await valuesAt(path, 'EPSG:32632', [500_015, 4_999_985], [500_025, 4_999_985])).toEqual([
    { column: 1, row: 1, values: [null, 0] },
    { column: 2, row: 1, values: [12, 255] },
  ]);
});

it('refuses what it does not know, and too much', async () => {
  const path = written('few.tif', 'Byte', [500_000, 10, 0, 5_000_000, 0, -10], () => undefined);
  await expect(valuesAt(path, 'EPSG:99999', [0, 0])).rejects.toMatchObject({ code: 'refused' });
  const many = Array.from({ length: 101 }, () => [0, 0] as const);
  await expect(valuesAt(path, 'EPSG:4326', ...many)).rejects.toMatchObject({ code: 'too-large' });
});

it.skipIf(!hasSharedData)(
  'reads what gdallocationinfo reads of a real raster; one of control points has none',
  async () => {
    // gdallocationinfo -geoloc rededge_5band.tif 720198 4302928
    const path = join(SHARED_DATA, 'multispectral/rededge_5band.tif');
    const [found] = await valuesAt(path, 'EPSG:32615', [720_198, 4_302_928]);
    const dataset = gdal.open(path);
    const expected = dataset.bands.map((band) => band.pixels.get(found!.column, found!.row));
    dataset.close();
    expect(found).toMatchObject({ column: 46, row: 78 });
    expect(found!.values.map((value) => value ?? -10_000)).toEqual(expected);
    expect(await valuesAt(join(SHARED_DATA, 'raster_special/gcps_only.tif'), 'EPSG:4326', [0, 0])).toEqual([null]);
  },
);
