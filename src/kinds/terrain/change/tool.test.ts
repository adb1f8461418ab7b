import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasSharedData, SHARED_DATA } from '../../../../test/support/shared-data.ts';
import type { ChangeAnswer } from './request.ts';
import { heightFile, readRaster } from '../testing/height-file.ts';
import { openToolBench, type TestFiles, type ToolBench } from '../../../tasks/testing/run-tool.ts';
import { cancelledRun } from '../../../tools/testing/cancelled.ts';
import { change } from './tool.ts';

let bench: ToolBench;
beforeAll(async () => {
  bench = await openToolBench();
});
afterAll(() => bench[Symbol.asyncDispose]());

async function changed(parameters: object, files: TestFiles) {
  const request = { path: 'before.tif', laterPath: 'after.tif', ...parameters };
  const { written, end, plan } = await bench.run(change, request, files);
  const [[path, bytes] = []] = [...written];
  return { path, plan, facts: end.facts as unknown as ChangeAnswer, ...readRaster(bytes!) };
}

const [X, Y] = [500_000, 5_000_000];
/** Heights by metres east and south of a corner. */
const terrain = (
  heightAt: (east: number, south: number) => number,
  { pixel = 1, width = 100, height = 80, east = 0, south = 0, nodata = -9999 } = {},
): Buffer =>
  heightFile({
    width,
    height,
    nodata,
    epsg: 32632,
    affine: [X + east, pixel, 0, Y - south, 0, -pixel],
    heightAt: (column, row) => heightAt(east + (column + 0.5) * pixel, south + (row + 0.5) * pixel),
  });
const slope = (east: number, south: number): number => 50 + 0.2 * east - 0.1 * south;
/** A block of 20 by 10 by 3 m, and a ditch of 30 by 2 by 1 m. */
const works = (east: number, south: number): number =>
  (east > 20 && east < 40 && south > 20 && south < 30 ? 3 : 0) -
  (east > 50 && east < 80 && south > 40 && south < 42 ? 1 : 0);

describe('of one grid', () => {
  it('is what was raised and lowered', async () => {
    const files = {
      'before.tif': terrain(slope),
      'after.tif': terrain((east, south) => slope(east, south) + works(east, south)),
    };
    const { facts, path, layout, values, nodata, affine, plan } = await changed({ threshold: 0.5 }, files);
    expect(path).toBe('before_change.tif');
    expect(plan.reads).toHaveLength(2);
    expect([layout, nodata, affine[0], affine[3]]).toEqual(['COG', -9999, X, Y]);
    expect(facts).toMatchObject({
      measure: 'grid',
      pixels: 8000,
      area: 8000,
      threshold: 0.5,
      raised: { area: 200, volume: expect.closeTo(600, 2) as number },
      lowered: { area: 60, volume: expect.closeTo(60, 2) as number },
      net: expect.closeTo(540, 2) as number,
    });
    expect(values[25 * 100 + 30]).toBeCloseTo(3, 4);
    const { height: rows, width: columns } = { height: 80, width: 100 };
    const southUp = heightFile({
      width: columns,
      height: rows,
      epsg: 32632,
      affine: [X, 1, 0, Y - rows, 0, 1],
      heightAt: (column, row) => slope(column + 0.5, rows - row - 0.5),
    });
    const upright = await changed({ threshold: 0.5 }, { ...files, 'before.tif': southUp });
    expect(upright.affine).toEqual(affine);
    expect(upright.facts).toEqual(facts);
    expect(upright.values).toEqual(values);
    const detected = await changed({ heightError: 0.4, laterHeightError: 0.4 }, files);
    // 1.96 √(2 · 0.4²) m: the ditch is not deep enough.
    expect(detected.facts.threshold).toBeCloseTo(1.1087, 4);
    expect(detected.facts.lowered).toEqual({ area: 0, volume: 0 });
  });
});

describe('of two grids', () => {
  it('covers what both cover, by bilinear interpolation', async () => {
    const files = {
      'before.tif': terrain(slope),
      // Finer, beside the grid, beyond it on one side.
      'after.tif': terrain((east, south) => (south > 60 ? NaN : slope(east, south) + 2), {
        pixel: 0.4,
        width: 200,
        height: 200,
        east: 30.13,
        south: 10.07,
      }),
    };
    const { facts, width, height, affine, values, nodata } = await changed({}, files);
    expect([affine[0], affine[3], width, height]).toEqual([X + 30, Y - 10, 70, 70]);
    // Where the finer one is half a pixel short, or has no heights.
    expect(facts.pixels).toBeGreaterThan(68 * 48);
    expect(facts.pixels).toBeLessThanOrEqual(70 * 51);
    expect(values.filter((value) => value !== nodata)).toHaveLength(facts.pixels);
    expect(facts.mean).toBeCloseTo(2, 2);
    expect(facts.deviation).toBeLessThan(0.02);
  });

  it('of two CRS as well', async () => {
    // The same plane by degrees, near the middle of the zone, where the grid is turned by nothing.
    const degrees = heightFile({
      width: 60,
      height: 60,
      epsg: 4326,
      affine: [9, 1e-5, 0, 45.153, 0, -1e-5],
      heightAt: () => 7,
    });
    const { facts } = await changed({}, { 'before.tif': terrain(() => 4), 'after.tif': degrees });
    expect(facts.mean).toBeCloseTo(3, 5);
    expect(facts.pixels).toBeGreaterThan(1000);
  });
});

it.skipIf(!hasSharedData)('of real terrains of one grid is their difference (skipped: no shared data)', async () => {
  const [dtm, dsm] = ['dtm.tif', 'dsm.tif'].map((name) => join(SHARED_DATA, 'dem', name)) as [string, string];
  const { values, nodata, facts } = await changed({ outputPath: 'x/hag.tif' }, { 'before.tif': dtm, 'after.tif': dsm });
  const [lower, upper] = [readRaster(dtm), readRaster(dsm)];
  const expected = upper.values.map((height, at) =>
    height === upper.nodata || lower.values[at] === lower.nodata ? nodata! : height - lower.values[at]!,
  );
  expect(expected.filter((value) => value !== nodata)).toHaveLength(facts.pixels);
  const worst = values.reduce((most, value, at) => Math.max(most, Math.abs(value - expected[at]!)), 0);
  // Heights of 32 bits.
  expect(worst).toBeLessThan(1e-4);
});

it('refusals say what is wrong', async () => {
  const before = terrain(slope);
  const refusal = (parameters: object, after: Buffer, first = before) =>
    changed(parameters, { 'before.tif': first, 'after.tif': after });
  const away = terrain(slope, { east: 5000 });
  const rotated = heightFile({ width: 9, height: 9, epsg: 32632, affine: [X, 1, 0.5, Y, 0.5, -1], heightAt: () => 1 });
  await expect(refusal({}, away)).rejects.toMatchObject({ code: 'invalid-input', message: /no place in common/ });
  await expect(refusal({}, before, rotated)).rejects.toMatchObject({ message: /rotated/ });
  await expect(
    refusal(
      {},
      terrain(() => NaN),
    ),
  ).rejects.toMatchObject({ message: /No place has heights in both/ });
  await expect(refusal({ threshold: 1, heightError: 1 }, before)).rejects.toMatchObject({ message: /not both/ });
  await expect(refusal({ laterPath: 'none.tif' }, before)).rejects.toMatchObject({ code: 'invalid-input' });
  await expect(refusal({ outputPath: 'after.tif' }, before)).rejects.toMatchObject({ code: 'conflict' });
});

it('ends when it is cancelled', async () => {
  expect(
    await cancelledRun(
      bench,
      change,
      { path: 'a.tif', laterPath: 'b.tif' },
      { 'a.tif': terrain(slope), 'b.tif': terrain(slope) },
    ),
  ).toBe('aborted');
});
