import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { generateRaster } from '../../src/kinds/raster/testing/generated-rasters.ts';
import { putBuilt } from '../support/mapped-dataset.ts';
import { startService, type TestService } from '../support/service.ts';

/** As many as hyperspectral cameras have. A block of 256 pixels of them has 108 MB. */
const BANDS = 206;
const DATASET = '/orgs/admin/ds/spectra';
const PATH = 'spectrum.tif';

let service: TestService;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-bands-'));
  service = await startService();
  await service.call('POST', '/orgs/admin/ds', { json: { slug: 'spectra', visibility: 1 } });
  const raster = { width: 200, height: 180, bands: BANDS, type: 'float64', low: 0, high: 1 } as const;
  await putBuilt(service, 'admin/spectra', PATH, await readFile(await generateRaster(folder, 'spectrum', raster)));
}, 180_000);
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

it(`a raster of ${BANDS} bands of 64 bits is drawn, asked about and exported`, async () => {
  const get = (address: string): Promise<Response> => service.call('GET', DATASET + address, { token: null });
  const thumbnail = await get(`/thumb?path=${PATH}&size=256`);
  expect([thumbnail.status, thumbnail.headers.get('content-type')]).toEqual([200, 'image/webp']);
  const { bbox } = (await (await get(`/stac/${Buffer.from(PATH).toString('base64url')}`)).json()) as { bbox: number[] };
  const [west = 0, south = 0, east = 0, north = 0] = bbox;
  const box = `bbox=${west},${south},${east},${north}&crs=CRS:84`;
  const wms = `/wms?service=WMS&version=1.3.0&layers=${PATH}&styles=&format=image/png&width=200&height=200&${box}`;
  const map = await get(`${wms}&request=GetMap`);
  expect([map.status, map.headers.get('content-type')]).toEqual([200, 'image/png']);
  const info = await get(`${wms}&request=GetFeatureInfo&query_layers=${PATH}&info_format=application/json&i=100&j=100`);
  expect(info.status).toBe(200);
  expect(await info.text()).toContain('206');
  const coverage = await get(
    `/wcs?service=WCS&version=2.0.1&request=GetCoverage&coverageId=spectrum.tif&rangeSubset=b200`,
  );
  expect([coverage.status, coverage.headers.get('content-type')]).toEqual([200, 'image/tiff']);
  expect((await coverage.arrayBuffer()).byteLength).toBeGreaterThan(10_000);
  const n = 2 ** 17;
  const x = Math.floor((((west + east) / 2 + 180) / 360) * n);
  const latitude = (((south + north) / 2) * Math.PI) / 180;
  const y = Math.floor(((1 - Math.asinh(Math.tan(latitude)) / Math.PI) / 2) * n);
  const tile = await get(`/tiles/17/${x}/${y}.png?path=${PATH}`);
  expect([tile.status, tile.headers.get('content-type')]).toEqual([200, 'image/png']);
});
