import { crsTransform } from '../../../projections/operations.ts';
import { rasterExtent } from './operations.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../../engine/engine.ts';
import { gdal } from '../../../geodata/geo-driver.child.ts';

let engine: Engine;
let folder: string;
beforeAll(async () => {
  engine = createEngine({ children: 1, callTimeoutMs: 60_000, memoryLimitBytes: 2 ** 30 });
  folder = await mkdtemp(join(tmpdir(), 'alidade-extent-'));
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

/** 300 x 200 pixels of 2 m in UTM zone 33 N, north up or turned. */
function raster(geoTransform: readonly number[]): string {
  const path = join(folder, `${geoTransform.join('_')}.tif`);
  const dataset = gdal.open(path, 'w', 'GTiff', 300, 200, 1, 'Byte');
  dataset.srs = gdal.SpatialReference.fromEPSG(32633);
  dataset.geoTransform = [...geoTransform];
  dataset.close();
  return path;
}

const NORTH_UP = [500_000, 2, 0, 5_000_000, 0, -2];
const TURNED = [500_000, 1.6, 1.2, 5_000_000, 1.2, -1.6];

type Window = readonly [number, number, number, number];
const extent = (geotransform: readonly number[], crs: string | null, window: Window | null) =>
  engine.call(rasterExtent, { source: { path: raster(geotransform), kind: 'tiff' }, crs, window });

/** Degrees around the middle of a pixel; a hundred thousandth is a metre. */
async function around(geotransform: readonly number[], column: number, row: number, half: number): Promise<Window> {
  const [x0 = 0, xColumn = 0, xRow = 0, y0 = 0, yColumn = 0, yRow = 0] = geotransform;
  const [c, r] = [column + 0.5, row + 0.5];
  const positions = Float64Array.of(x0 + c * xColumn + r * xRow, y0 + c * yColumn + r * yRow);
  const [x = 0, y = 0] = await engine.call(crsTransform, { from: 'EPSG:32633', to: 'EPSG:4326', positions });
  return [x - half, y - half, x + half, y + half];
}

describe('where a raster lies', () => {
  it('in its own CRS and in others', async () => {
    const own = await extent(NORTH_UP, null, null);
    expect(own).toEqual({
      pixels: { column: 0, row: 0, width: 300, height: 200 },
      box: [500_000, 4_999_600, 500_600, 5_000_000],
      resolution: 2,
      sides: [2, 2],
    });
    const long = await extent([500_000, 1, 0, 5_000_000, 0, -4], null, null);
    expect([long.resolution, ...long.sides]).toEqual([2, 1, 4]);
    const turned = await extent(TURNED, null, null);
    expect(turned.sides).toEqual([expect.closeTo(2, 9), expect.closeTo(2, 9)]);
    const { box, resolution } = await extent(NORTH_UP, 'EPSG:3857', null);
    const theirs = gdal.suggestedWarpOutput({
      src: gdal.open(raster(NORTH_UP)),
      s_srs: gdal.SpatialReference.fromEPSG(32633),
      t_srs: gdal.SpatialReference.fromEPSG(3857),
    });
    const [x = 0, pixel = 0, , y = 0] = theirs.geoTransform ?? [];
    expect(Math.abs(box[0] - x)).toBeLessThan(pixel);
    expect(Math.abs(box[3] - y)).toBeLessThan(pixel);
    expect(resolution).toBeCloseTo(pixel, 1);
  });

  it.each([
    ['north up', NORTH_UP],
    ['turned', TURNED],
  ])('a window around a pixel holds it, and hardly more: %s', async (_, geotransform) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 5, max: 294 }), fc.integer({ min: 5, max: 194 }), async (column, row) => {
        const { pixels } = await extent(geotransform, null, await around(geotransform, column, row, 1e-7));
        expect(pixels).toEqual({ column, row, width: 1, height: 1 });
      }),
      { numRuns: 10 },
    );
  });

  it('a window that reaches beyond is cut to the raster', async () => {
    const { pixels } = await extent(NORTH_UP, null, await around(NORTH_UP, 0, 0, 1e-3));
    expect(pixels).toMatchObject({ column: 0, row: 0 });
    expect(pixels!.width).toBeGreaterThan(30);
    expect(pixels!.width).toBeLessThan(50);
  });

  it.each([
    ['a window elsewhere', null, [1, 2, 3, 4], /outside of the raster/],
    ['a CRS that nobody knows', 'EPSG:999999', null, /no coordinate reference system EPSG:999999/],
  ] as const)('%s is refused', async (_, crs, window, words) => {
    await expect(extent(NORTH_UP, crs, window)).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringMatching(words) as string,
    });
  });
});
