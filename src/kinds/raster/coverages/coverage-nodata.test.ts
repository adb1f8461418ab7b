import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hasSharedData, SHARED_DATA } from '../../../../test/support/shared-data.ts';
import { gdal, readPixels, RGB, utm, writeSample } from '../testing/raster-samples.ts';
import { createEngine, type Engine } from '../../../engine/index.ts';
import type { CoverageOrder, Extract } from './coverage-order.ts';
import { createCoverages } from './coverages.ts';
import { canHold } from './nodata.ts';

if (!hasSharedData)
  console.log('Skipped: a real picture with such a value. There is no ../shared/data beside the repository.');

let engine: Engine;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-nodata-'));
  engine = createEngine({ children: 1, callTimeoutMs: 60_000, memoryLimitBytes: 2 ** 30, scratchFolder: folder });
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

/** The coverage of all of a file, or of a grid of the same size. */
async function coverage(path: string, crs?: string, bands?: readonly number[]) {
  const dataset = gdal.open(path);
  const { x: width, y: height } = dataset.rasterSize;
  const [x0, pixel, , y0] = dataset.geoTransform as unknown as [number, number, number, number];
  const extract: Extract =
    crs === undefined
      ? { kind: 'cut', window: { column: 0, row: 0, width, height }, width, height }
      : { kind: 'warp', crs, box: [x0, y0 - height * pixel, x0 + width * pixel, y0], width, height };
  const types = dataset.bands.map(({ dataType, colorInterpretation }) => ({
    type: dataType!,
    colorInterp: colorInterpretation!,
  }));
  const source = { datasetId: 'd', path: 'a.tif', hash: 'h', size: (await stat(path)).size, cog: 'c', width, height };
  const coverages = createCoverages({
    engine,
    locate: () => path,
    maxBytes: undefined,
    neighbours: () => ({ find: () => Promise.resolve(new Map()) }),
  });
  const order: CoverageOrder = {
    source: { ...source, bands: types },
    extract,
    bands,
    interpolation: 'nearest',
    format: 'tiff',
  };
  const made = await coverages.make(order, new AbortController().signal);
  const to = join(folder, 'made.tif');
  await writeFile(to, await buffer(made.stream));
  const nodata = gdal.open(to).bands.map((band) => band.noDataValue);
  return { ...readPixels(to), nodata };
}

/** Black where the columns are even. */
const stripes = {
  ...utm,
  width: 30,
  height: 20,
  value: (band: number, column: number) => (band === 3 ? 255 : 90 * (column % 2)),
};

it.each([
  ['beside alpha', [...RGB, 'Alpha'], undefined],
  ['alone', ['Gray'], undefined],
  ['beside alpha, in another grid', [...RGB, 'Alpha'], 'EPSG:32633'],
  ['alone, in another grid', ['Gray'], 'EPSG:32633'],
])('a nodata value that bytes cannot be hides no black pixel: %s', async (_, colours, crs) => {
  const path = join(folder, 'stripes.tif');
  writeSample(path, { ...stripes, colours, nodata: -10_000 });
  const { valid, bands, nodata } = await coverage(path, crs);
  expect([bands[0]![0], bands[0]![1], nodata[0]]).toEqual([0, 90, null]);
  expect(valid.every((value) => value > 0)).toBe(true);
});

it('one that the type can be goes along, also of a single band beside alpha that is left out', async () => {
  const path = join(folder, 'gaps.tif');
  writeSample(path, { ...stripes, colours: [...RGB, 'Alpha'], nodata: 90 });
  const [one, all] = [await coverage(path, undefined, [1]), await coverage(path)];
  expect([one.nodata, [...one.valid.subarray(0, 2)].map(Boolean)]).toEqual([[90], [true, false]]);
  expect([all.nodata, [...all.valid.subarray(0, 2)].map(Boolean)]).toEqual([
    [null, null, null, null],
    [true, true],
  ]);
});

it.skipIf(!hasSharedData)('a real picture with -10000 shows what its alpha shows', async () => {
  const path = join(SHARED_DATA, 'ortho/pix4d_rgba.tif');
  const { valid, bands } = await coverage(path);
  expect(valid.map(Number)).toEqual(Uint8Array.from(bands[3]!, (alpha) => alpha));
});

it.each([
  ['Byte', -10_000, false],
  ['Byte', 255, true],
  ['Byte', 0.5, false],
  ['Byte', 'nan', false],
  ['UInt16', 65_536, false],
  ['Int16', -32_768, true],
  ['Int32', -9999, true],
  ['Float32', 'nan', true],
  ['Float32', -1e30, true],
] as const)('%s can be %s: %s', (type, value, can) => expect(canHold(type, value)).toBe(can));
