import { readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasSharedData, SHARED_DATA } from '../../../../test/support/shared-data.ts';
import { extentOf, gdal, readPixels, RGB, type RasterSample, utm, writeSample } from '../testing/raster-samples.ts';
import { openToolBench, type ToolBench } from '../../../tasks/testing/run-tool.ts';
import { alignRaster } from './tool.ts';

if (!hasSharedData) console.log('Skipped: aligning real rasters. There is no ../shared/data beside the repository.');

let bench: ToolBench;
let folder: string;
let count = 0;
beforeAll(async () => {
  bench = await openToolBench();
  folder = await mkdtemp(join(tmpdir(), 'alidade-align-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await bench[Symbol.asyncDispose]();
});

const file = (): string => join(folder, `${(count += 1)}.tif`);

interface Movement {
  /** Metres. */
  readonly dx: number;
  readonly dy: number;
  readonly degrees?: number;
}

/** A copy of a raster in a plane of metres that says it lies elsewhere, turned around its middle. */
function misplaced(path: string, { dx, dy, degrees = 0 }: Movement, raised = 0): string {
  const copy = file();
  const scaling = raised === 0 ? [] : ['-scale', '0', '1', String(raised), String(raised + 1)];
  gdal.translate(copy, gdal.open(path), scaling).close();
  const dataset = gdal.open(copy, 'r+');
  const [x0, xPixel, , y0, , yPixel] = dataset.geoTransform as [number, number, number, number, number, number];
  const { x: width, y: height } = dataset.rasterSize;
  const [cosine, sine] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const [toX, toY] = [(-xPixel * width) / 2, (-yPixel * height) / 2];
  const left = x0 - toX + cosine * toX - sine * toY + dx;
  const top = y0 - toY + sine * toX + cosine * toY + dy;
  dataset.geoTransform = [left, cosine * xPixel, -sine * yPixel, top, sine * xPixel, cosine * yPixel];
  dataset.close();
  return copy;
}

/** What moves the middle back, in metres of EPSG:3857, and the turn that the grid of the raster has there. */
function expectedShift(path: string, { dx, dy }: Movement): readonly [number, number] {
  const { rasterSize, geoTransform, srs } = gdal.open(path);
  const way = new gdal.CoordinateTransformation(srs!, gdal.SpatialReference.fromEPSG(3857));
  const [x, y] = [
    geoTransform![0]! + (geoTransform![1]! * rasterSize.x) / 2,
    geoTransform![3]! + (geoTransform![5]! * rasterSize.y) / 2,
  ];
  const [right, wrong] = [way.transformPoint(x, y), way.transformPoint(x + dx, y + dy)];
  return [right.x - wrong.x, right.y - wrong.y];
}

async function aligned(source: string, reference: string, more: object = {}) {
  const asked = { sourcePath: 'source.tif', referencePath: 'reference.tif', outputPath: 'out/aligned.tif', ...more };
  const run = await bench.run(alignRaster, asked, { 'source.tif': source, 'reference.tif': reference });
  const made = file();
  await writeFile(made, run.written.get('out/aligned.tif')!);
  return { ...run, made, found: JSON.parse(run.log.at(-1)!) as Record<string, number> };
}

/** How well a raster agrees with another one, brought to its grid and moved by some pixels: correlation of the first bands. */
function agreement(made: string, reference: string, column: number, row: number): number {
  const [minX, minY, maxX, maxY] = extentOf(made);
  const mine = readPixels(made);
  const onGrid = file();
  const pixel = (maxX - minX) / mine.width;
  const box = [minX + column * pixel, minY + row * pixel, maxX + column * pixel, maxY + row * pixel].map(String);
  const size = [mine.width, mine.height].map(String);
  const options = ['-t_srs', 'EPSG:3857', '-te', ...box, '-ts', ...size, '-r', 'cubic'];
  gdal.warp(onGrid, null, [gdal.open(reference)], options).close();
  const theirs = readPixels(onGrid);
  const shown = [...mine.valid.keys()].filter((at) => mine.valid[at] !== 0 && theirs.valid[at] !== 0);
  const [a, b] = [mine, theirs].map(({ bands }) => {
    const values = shown.map((at) => bands[0]![at]!);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return values.map((value) => value - mean);
  }) as [number[], number[]];
  const product = (one: number[], other: number[]): number =>
    one.reduce((sum, value, at) => sum + value * other[at]!, 0);
  return product(a, b) / Math.sqrt(product(a, a) * product(b, b));
}

/** Fields, paths and speckles that repeat nowhere, in metres of the ground. */
const ground = (x: number, y: number): number =>
  128 + 50 * Math.sin(x / 1.7) * Math.cos(y / 2.3) + 40 * Math.sin((x * y) / 40) + 30 * Math.cos(x ** 2 / 90);

function picture(parts: Partial<RasterSample> = {}): string {
  const path = file();
  const value = (band: number, column: number, row: number): number =>
    Math.round(ground(column / 10, row / 10)) - 8 * band;
  writeSample(path, { ...utm, colours: RGB, value, ...parts });
  return path;
}

describe.skipIf(!hasSharedData)('real rasters that say they lie elsewhere', () => {
  it('an orthophoto is shifted and turned back', async () => {
    const reference = join(SHARED_DATA, 'ortho/osbs_029.tif');
    const movement = { dx: 1.23, dy: -0.77, degrees: 1.5 };
    const { found, made, phases } = await aligned(misplaced(reference, movement), reference);
    const [x, y] = expectedShift(reference, movement);
    const pixel = 0.1 / Math.cos((29.69 * Math.PI) / 180);
    expect(Math.hypot(found['tx']! - x, found['ty']! - y)).toBeLessThan(0.5 * pixel);
    expect(found['thetaDeg']).toBeCloseTo(-1.5, 1);
    expect(found['scale']).toBeCloseTo(1, 3);
    expect(found).toMatchObject({ success: true, mode: 'similarity', shiftZ: 0, warning: null });
    expect(found['rmse']).toBeLessThan(0.5 * pixel);
    expect(gdal.open(made).srs?.isSame(gdal.SpatialReference.fromEPSG(3857))).toBe(true);
    expect((gdal.open(made).getMetadata('IMAGE_STRUCTURE') as Record<string, string>)['LAYOUT']).toBe('COG');
    const here = agreement(made, reference, 0, 0);
    expect(here).toBeGreaterThan(0.97);
    for (const [column, row] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const)
      expect(agreement(made, reference, column, row)).toBeLessThan(here);
    expect(phases).toEqual(['reading', 'preparing', 'matching', 'writing']);
  });

  it('a surface is shifted, and raised to the height of the other', async () => {
    const reference = join(SHARED_DATA, 'dem/dsm.tif');
    const movement = { dx: 9.1, dy: -5.3 };
    const { found, made } = await aligned(misplaced(reference, movement, -3.25), reference);
    const [x, y] = expectedShift(reference, movement);
    expect(Math.hypot(found['tx']! - x, found['ty']! - y)).toBeLessThan(1);
    expect(found['shiftZ']).toBeCloseTo(3.25, 1);
    expect(agreement(made, reference, 0, 0)).toBeGreaterThan(0.99);
  });
});

describe('generated rasters', () => {
  it('alpha stays, and only a shift is found where only that is asked for', async () => {
    const [dx, dy] = [1.2, -0.6];
    const shown = picture();
    const moving = picture({
      colours: [...RGB, 'Alpha'],
      geotransform: [500_000 + dx, 0.1, 0, 5_000_000 + dy, 0, -0.1],
      value: (band, column, row) =>
        band === 3 ? (column < 60 ? 0 : 255) : Math.round(ground(column / 10, row / 10)) + 10 * band,
    });
    const { found, made, end } = await aligned(moving, shown, { mode: 'translation' });
    const [x, y] = expectedShift(shown, { dx, dy });
    expect(Math.hypot(found['tx']! - x, found['ty']! - y)).toBeLessThan(0.05);
    expect(found).toMatchObject({ mode: 'translation', thetaDeg: 0, scale: 1 });
    expect(end.facts).toMatchObject({ outputPath: 'out/aligned.tif', success: true });
    const { valid, bands } = readPixels(made);
    expect(bands).toHaveLength(4);
    expect(valid.filter((value) => value === 0).length / valid.length).toBeCloseTo(60 / 300, 1);
  });

  it('only what is compared is brought to the common grid, and what that took is removed', async () => {
    const colours = [...RGB, 'Undefined', 'Undefined', 'Alpha'];
    const moving = picture({ colours, value: (band, x, y) => (band === 5 ? 255 : Math.round(ground(x / 10, y / 10))) });
    const seen: (readonly [string, number])[] = [];
    const watched: typeof alignRaster = {
      ...alignRaster,
      run: (task) =>
        alignRaster.run({
          ...task,
          report(percent, phase) {
            task.report(percent, phase);
            if (phase !== 'matching' || seen.length > 0) return;
            const names = readdirSync(task.folder).filter((name) => name.endsWith('.tif'));
            seen.push(...names.map((name) => [name, gdal.open(join(task.folder, name)).bands.count()] as const));
          },
        }),
    };
    const asked = { sourcePath: 'source.tif', referencePath: 'reference.tif', outputPath: 'x.tif' };
    const files = { 'source.tif': moving, 'reference.tif': picture() };
    const { plan, written } = await bench.run(watched, asked, files);
    expect(seen).toEqual([
      ['reference.tif', 3],
      ['source.tif', 4],
    ]);
    // Both cuts and the result are 300 x 200 pixels, each twice.
    expect(plan.estimatedBytes).toBe(2 * 60_000 * (4 + 3 + 6));
    const made = file();
    await writeFile(made, written.get('x.tif')!);
    expect(gdal.open(made).bands.count()).toBe(6);
  });

  it('alpha of a surface is not raised with its heights', async () => {
    const surface = { type: 'Float32', colours: ['Gray', 'Alpha'] };
    const heights = (raised: number) => (band: number, column: number, row: number) =>
      band === 1 ? 255 * Number(column > 60) : raised + ground(column / 10, row / 10) / 8;
    const moving = picture({ ...surface, value: heights(7) });
    const { found, made } = await aligned(moving, picture({ ...surface, value: heights(9.5) }));
    expect(found['shiftZ']).toBeCloseTo(2.5, 1);
    const [, alpha] = readPixels(made).bands;
    expect([Math.min(...alpha!), Math.max(...alpha!)]).toEqual([0, 255]);
  });

  it('heights keep their scale and unit, and are compared in metres', async () => {
    const heights =
      (raised: number) =>
      (_: number, column: number, row: number): number =>
        raised + ground(column / 10, row / 10) / 8;
    const stored = (metres: number): number => Math.round((metres / 0.3048 - 5) / 0.01);
    const moving = picture({
      type: 'Int16',
      colours: ['Gray'],
      nodata: -32_768,
      value: (...place) => stored(heights(7)(...place)),
    });
    const dataset = gdal.open(moving, 'r+');
    Object.assign(dataset.bands.get(1), { scale: 0.01, offset: 5, unitType: 'ft' });
    dataset.close();
    const reference = picture({ type: 'Float32', colours: ['Gray'], value: heights(9.5) });
    const { found, made } = await aligned(moving, reference);
    expect(found['shiftZ']).toBeCloseTo(2.5 / 0.3048, 1);
    const { scale, offset, unitType, dataType } = gdal.open(made).bands.get(1);
    expect({ scale, offset, unitType, dataType }).toEqual({
      scale: 0.01,
      offset: 5,
      unitType: 'ft',
      dataType: 'Int16',
    });
    const mean = (path: string, heightOf: (value: number) => number): number => {
      const { bands, valid } = readPixels(path);
      const shown = bands[0]!.filter((_, at) => valid[at] !== 0).map(heightOf);
      return shown.reduce((sum, value) => sum + value, 0) / shown.length;
    };
    const [mine, theirs] = [mean(made, (value) => (value * 0.01 + 5) * 0.3048), mean(reference, (value) => value)];
    expect(Math.abs(mine - theirs)).toBeLessThan(0.2);
  });

  it('heights keep their gaps', async () => {
    const heights =
      (raised: number) =>
      (_: number, column: number, row: number): number =>
        (column - 150) ** 2 + (row - 100) ** 2 < 400 ? -9999 : raised + ground(column / 10, row / 10) / 8;
    const surface = { type: 'Float32', colours: ['Gray'], nodata: -9999 };
    const moving = picture({ ...surface, value: heights(7), geotransform: [500_000.5, 0.1, 0, 5_000_000, 0, -0.1] });
    const { found, made } = await aligned(moving, picture({ ...surface, value: heights(9.5) }));
    expect(found['shiftZ']).toBeCloseTo(2.5, 1);
    const { bands, valid } = readPixels(made);
    const shown = bands[0]!.filter((_, at) => valid[at] !== 0);
    expect(Math.min(...shown)).toBeGreaterThan(9);
    expect(valid.filter((value) => value === 0).length).toBeGreaterThan(1200);
  });
});

describe('what is refused', () => {
  let state = 1;
  const noise = (): number => (state = (state * 48_271) % 2_147_483_647) % 256;

  it('noise', async () => {
    await expect(aligned(picture({ value: noise }), picture({ value: noise }))).rejects.toThrow(/show nothing alike/);
  });

  it.each<[string, Partial<RasterSample>, RegExp]>([
    [
      'too little in common',
      { geotransform: [500_029.5, 0.1, 0, 5_000_000, 0, -0.1] },
      /share 1\.\d % of the smaller one; 5 % is the least/,
    ],
    ['nothing in common', { geotransform: [600_000, 0.1, 0, 5_000_000, 0, -0.1] }, /share 0.0 %/],
    ['too few pixels in common', { width: 90 }, /96 each way are the least/],
    ['heights and a picture', { type: 'Float32', colours: ['Gray'] }, /the other a picture/],
    ['classes', { colours: ['Palette'], palette: [[1, 2, 3, 255]], value: () => 0 }, /holds classes/],
    ['complex numbers', { type: 'CFloat32', colours: ['Gray'] }, /complex numbers/],
  ])('%s', async (_, parts, words) => {
    await expect(aligned(picture(parts), picture())).rejects.toThrow(words);
  });

  it('paths that cannot be', async () => {
    const [one, other] = [picture(), picture()];
    await expect(aligned(one, other, { outputPath: 'x.png' })).rejects.toThrow(/end with .tif/);
    await expect(aligned(one, other, { outputPath: 'source.tif' })).rejects.toThrow(/one of the two/);
    await expect(aligned(one, other, { referencePath: 'source.tif' })).rejects.toThrow(/over itself/);
    await expect(aligned(one, other, { sourcePath: 'none.tif' })).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('the work ends when it is cancelled, in every phase', async () => {
    const [one, other] = [picture(), picture()];
    for (const wanted of ['preparing', 'matching', 'writing']) {
      const abort = new AbortController();
      const cancelled = {
        ...alignRaster,
        run: (task: Parameters<typeof alignRaster.run>[0]) =>
          alignRaster.run({ ...task, report: (_, phase) => void (phase === wanted && abort.abort()) }),
      };
      const asked = { sourcePath: 'source.tif', referencePath: 'reference.tif', outputPath: 'x.tif' };
      const files = { 'source.tif': one, 'reference.tif': other };
      await expect(bench.run(cancelled, asked, files, abort.signal)).rejects.toMatchObject({ code: 'aborted' });
    }
  });
});
