import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasProgram, outputOf } from '../../../../test/support/programs.ts';
import { hasSharedData, SHARED_DATA } from '../../../../test/support/shared-data.ts';
import { gdal, readPixels, RGB, type RasterSample, utm, wave, writeSample } from '../testing/raster-samples.ts';
import { openToolBench, type ToolBench } from '../../../tasks/testing/run-tool.ts';
import { createTools, type ToolDependencies } from '../../../tools/index.ts';
import { createRasterExport } from './tool.ts';
import { allKinds } from '../../index.ts';

const tool = createRasterExport();
const hasGdal = hasProgram('which', 'gdal_translate') && hasProgram('which', 'gdalwarp');
if (!hasSharedData) console.log('Skipped: exports of real rasters. There is no ../shared/data beside the repository.');

let bench: ToolBench;
let folder: string;
let count = 0;
beforeAll(async () => {
  bench = await openToolBench();
  folder = await mkdtemp(join(tmpdir(), 'alidade-export-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await bench[Symbol.asyncDispose]();
});

const file = (ending: string): string => join(folder, `${(count += 1)}.${ending}`);
const real = (path: string): string => join(SHARED_DATA, path);

function sample(parts: Partial<RasterSample> & Pick<RasterSample, 'value'>): string {
  const path = file('tif');
  writeSample(path, { ...utm, ...parts });
  return path;
}

/** Exports a file; what was made, and its facts. */
async function exported(source: string, parameters: object) {
  const { artifact, end, phases } = await bench.run(tool, { path: 'a/b.tif', ...parameters }, { 'a/b.tif': source });
  const path = file('bin');
  await writeFile(path, artifact!);
  return { path, facts: end.facts!, name: end.artifact!.name, phases };
}

async function theirs(program: string, args: readonly string[], source: string): Promise<string> {
  const path = file('tif');
  await outputOf(program, ['-q', ...args, source, path]);
  return path;
}

/** Greatest difference of two rasters of one size, over all bands that both have. */
function difference(one: string, other: string): number {
  const [mine, yours] = [readPixels(one), readPixels(other)];
  expect([mine.width, mine.height]).toEqual([yours.width, yours.height]);
  let most = 0;
  yours.bands.forEach((band, at) => {
    band.forEach((value, pixel) => {
      if (yours.valid[pixel] !== 0) most = Math.max(most, Math.abs(value - mine.bands[at]![pixel]!));
    });
  });
  return most;
}

describe.skipIf(!hasGdal)('beside GDAL’s programs (skipped: gdal_translate is not installed)', () => {
  it('bands as they are, of a part of a picture with alpha, which is kept', async () => {
    const value = (band: number, x: number, y: number): number => (band === 3 ? (x < 40 ? 0 : 255) : wave(band, x, y));
    const source = sample({ colours: [...RGB, 'Alpha'], value });
    const made = await exported(source, { bands: '3,2,1' });
    const other = await theirs('gdal_translate', ['-b', '3', '-b', '2', '-b', '1', '-b', '4'], source);
    expect(difference(made.path, other)).toBe(0);
    const bands = gdal.open(made.path).bands.map((band) => band.colorInterpretation);
    expect(bands).toEqual([...RGB, 'Alpha']);
  });

  it('16 bits are scaled to 8, and what is nodata does not show', async () => {
    const value = (band: number, x: number, y: number): number => (x < 50 ? 0 : 100 * wave(band, x, y));
    const source = sample({ type: 'UInt16', colours: RGB, nodata: 0, value });
    const made = await exported(source, { rescale: '2000,24000', format: 'GTiff' });
    const other = await theirs('gdal_translate', ['-ot', 'Byte', '-scale', '2000', '24000', '0', '255'], source);
    expect(difference(made.path, other)).toBeLessThanOrEqual(1);
    const { valid } = readPixels(made.path);
    expect(valid.filter((shows) => shows === 0)).toHaveLength(50 * utm.height);
  });

  it('16 bits with alpha of 16 bits become 8 with alpha of 8', async () => {
    const value = (band: number, x: number, y: number): number =>
      band === 3 ? [0, 65_535][x % 2]! : 100 * wave(band, x, y);
    const source = sample({ type: 'UInt16', colours: [...RGB, 'Alpha'], value });
    const made = await exported(source, { rescale: '2000,24000' });
    const scales = [1, 2, 3].flatMap((band) => [`-scale_${band}`, '2000', '24000', '0', '255']);
    const other = await theirs(
      'gdal_translate',
      ['-ot', 'Byte', ...scales, '-scale_4', '0', '65535', '0', '255'],
      source,
    );
    expect(difference(made.path, other)).toBe(0);
    expect(Array.from(readPixels(made.path).bands[3]!.slice(0, 3))).toEqual([0, 255, 0]);
  });

  it('on another grid: the pixels of gdalwarp', async () => {
    const source = sample({ colours: ['Gray', 'Undefined', 'Undefined', 'Undefined'], type: 'Float32', value: wave });
    const made = await exported(source, { content: 'values', crs: 'EPSG:3857', resolution: 0.2, resampling: 'cubic' });
    const opened = gdal.open(made.path);
    const [x, pixel, , y, , row] = opened.geoTransform!;
    const { x: width, y: height } = opened.rasterSize;
    const box = [x!, y! + height * row!, x! + width * pixel!, y!].map(String);
    const grid = ['-t_srs', 'EPSG:3857', '-te', ...box, '-ts', String(width), String(height), '-dstnodata', 'nan'];
    const other = await theirs('gdalwarp', ['-r', 'cubic', ...grid], source);
    expect(pixel).toBeCloseTo(0.2, 3);
    expect(difference(made.path, other)).toBeLessThan(1e-3);
  });

  it.skipIf(!hasSharedData)('real rasters', async () => {
    const scaled = ['-ot', 'Byte', '-scale', '7', '39', '0', '255'];
    const dsm = await exported(real('dem/dsm.tif'), { rescale: '7,39' });
    expect(difference(dsm.path, await theirs('gdal_translate', scaled, real('dem/dsm.tif')))).toBeLessThanOrEqual(1);
    const pix4d = await exported(real('ortho/pix4d_rgba.tif'), {});
    const same = await theirs('gdal_translate', ['-a_nodata', 'none'], real('ortho/pix4d_rgba.tif'));
    expect(difference(pix4d.path, same)).toBe(0);
    expect(readPixels(pix4d.path).valid).toEqual(readPixels(same).valid);
    const palette = await exported(real('raster_special/palette_landcover.tif'), { format: 'PNG' });
    const expanded = await theirs('gdal_translate', ['-expand', 'rgba'], real('raster_special/palette_landcover.tif'));
    expect(difference(palette.path, expanded)).toBe(0);
  });
});

describe('what is made', () => {
  it('an index in colours: its own range, and nothing where it is not defined', async () => {
    // Red 0 to 255 from the left; near infrared 0 in the upper half, so that the upper left pixel has no index.
    const value = (band: number, x: number, y: number): number =>
      [Math.min(x, 255), 10, 10, y < 100 ? 0 : 100][band] ?? 255;
    const source = sample({ colours: [...RGB, 'Undefined', 'Alpha'], value });
    const { path, facts, phases, name } = await exported(source, { formula: 'NDVI', fileName: '../x/ndvi' });
    const { bands, valid, width } = readPixels(path);
    expect(facts).toMatchObject({ range: [-1, 1], shownPixels: 300 * 200 - 100 });
    expect(valid[0]).toBe(0);
    expect(bands.map((band) => band[5])).toEqual([0xa5, 0, 0x26, 255]);
    expect(bands.map((band) => band[150 * width])).toEqual([0, 0x68, 0x37, 255]);
    expect(phases).toEqual(['reading', 'rendering', 'converting', 'done']);
    expect(name).toBe('ndvi.tif');
  });

  it('an index without a range of its own has that of its values', async () => {
    const source = sample({ colours: RGB, value: (band, x) => (band === 1 ? x % 100 : 10) });
    const { facts } = await exported(source, { formula: 'EXG', colormap: 'viridis', format: 'GTiff' });
    expect(facts['range']).toEqual([2 * 2 - 20, 2 * 97 - 20]);
  });

  it('bands are found by their names, and where they have none by the filter', async () => {
    const value = (band: number): number => (band + 1) * 10;
    const source = sample({ colours: ['Gray', 'Undefined', 'Undefined'], value });
    const { path } = await exported(source, { formula: 'NDRE', bandFilter: 'RReN', content: 'values' });
    expect(readPixels(path).bands[0]![0]).toBeCloseTo((30 - 20) / 50, 6);
  });

  it('a rotated raster stays as it is, wider than what is worked on at once', async () => {
    const geotransform = [500_000, 0.3, 0.4, 5_000_000, 0.4, -0.3];
    const value = (_: number, x: number, y: number): number => (x + y) % 200;
    const source = sample({ geotransform, width: 4100, height: 300, type: 'Int16', value });
    const { path } = await exported(source, { rescale: '0,255', format: 'GTiff' });
    expect(gdal.open(path).geoTransform).toEqual(geotransform);
    expect(difference(path, source)).toBe(0);
  });

  it('a part: whole pixels around a window of degrees', async () => {
    const source = sample({ colours: RGB, value: wave });
    const { path, facts } = await exported(source, { window: [15.0001, 45.15338, 15.0002, 45.15345], format: 'PNG' });
    expect(facts['width']).toBeGreaterThan(70);
    expect(facts['width']).toBeLessThan(85);
    expect(gdal.open(path).driver.description).toBe('PNG');
  });

  it('square pixels of the resolution, of a raster whose pixels are not; those of a width keep their shape', async () => {
    const geotransform = [500_000, 0.1, 0, 5_000_000, 0, -0.2];
    const source = sample({ geotransform, value: wave });
    const run = async (more: object) => {
      const { artifact, plan } = await bench.run(tool, { path: 'b.tif', ...more }, { 'b.tif': source });
      const made = file('tif');
      await writeFile(made, artifact!);
      const { geoTransform, rasterSize } = gdal.open(made);
      return { sides: [geoTransform![1], geoTransform![5]], ...rasterSize, estimate: plan.estimatedBytes };
    };
    const close = (value: number): unknown => expect.closeTo(value, 9);
    expect(await run({ resolution: 0.4 })).toEqual({ sides: [close(0.4), close(-0.4)], x: 75, y: 100, estimate: 7500 });
    expect(await run({ width: 75 })).toEqual({ sides: [close(0.4), close(-0.8)], x: 75, y: 50, estimate: 3750 });
  });

  it('a picture that is placed by files beside it', async () => {
    const png = file('png');
    gdal.translate(png, gdal.open(sample({ colours: RGB, value: wave })), ['-of', 'PNG']).close();
    const wkt = gdal.SpatialReference.fromEPSG(32633).toWKT();
    const beside = { 'a/b.pgw': Buffer.from('0.1\n0\n0\n-0.1\n500000.05\n4999999.95\n'), 'a/b.prj': Buffer.from(wkt) };
    const files = { 'a/b.png': png, ...beside };
    const run = (more: object) => bench.run(tool, { path: 'a/b.png', window: [15.0001, 45.1, 16, 46], ...more }, files);
    for (const more of [{}, { formula: 'VARI', format: 'GTiff' }]) {
      const made = file('tif');
      await writeFile(made, (await run(more)).artifact!);
      const { geoTransform, srs } = gdal.open(made);
      expect(geoTransform![0]).toBeCloseTo(500_007.7, 3);
      expect(geoTransform![3]).toBeCloseTo(5_000_000, 3);
      expect(srs?.isSame(gdal.SpatialReference.fromEPSG(32633))).toBe(true);
    }
  });

  it.skipIf(!hasSharedData)('what is placed by control points gets a grid', async () => {
    const { path, facts } = await exported(real('raster_special/gcps_only.tif'), { width: 500 });
    expect(facts).toMatchObject({ crs: 'EPSG:4326', width: 500 });
    expect(gdal.open(path).geoTransform?.[1]).toBeGreaterThan(0);
  });

  it('JPEG is white where nothing is', async () => {
    const source = sample({ colours: RGB, mask: (x) => x >= 100, value: () => 20 });
    const { path, name } = await exported(source, { format: 'JPEG', width: 150 });
    const { bands, width } = readPixels(path);
    expect(name).toBe('b_export.jpg');
    expect([width, bands.length]).toEqual([150, 3]);
    for (const band of bands) {
      expect(band[10]).toBeGreaterThan(250);
      expect(Math.abs(band[140]! - 20)).toBeLessThan(5);
    }
  });

  it('numbers that are none do not show', async () => {
    const value = (_: number, x: number): number => [NaN, Infinity, -9999, 7][x % 4]!;
    const source = sample({ type: 'Float32', nodata: -9999, value });
    const { facts } = await exported(source, { format: 'GTiff' });
    expect(facts).toMatchObject({ shownPixels: (300 * 200) / 4, range: [6, 7] });
  });
});

describe('what is refused', () => {
  const rgb = { colours: RGB, value: wave };
  it.each([
    [{ bands: '4' }, rgb, /no band 4: the raster has 3/],
    [{ bands: '1,2' }, rgb, /one band or three/],
    [{ formula: 'NDVI' }, rgb, /no band N, which is needed: its bands are known to see R, G, B/],
    [{ formula: 'NDVI', bandFilter: 'RGBN' }, rgb, /no band N/],
    [{ preset: 'red-edge' }, rgb, /no band N/],
    [{ rescale: '5,5' }, rgb, /less than the second/],
    [{ content: 'values', format: 'PNG' }, rgb, /cannot hold values/],
    [{ window: [1, 2, 3, 4] }, rgb, /outside of the raster/],
    [{ window: [3, 4, 1, 2] }, rgb, /west, south, east and north/],
    [{ width: 10, resolution: 1 }, rgb, /Name one of them/],
    [{ resolution: 1e-9 }, rgb, /a side has 16777216 at most/],
    [{ format: 'JPEG', width: 70_000 }, rgb, /at most 65535 pixels a side/],
    [{ crs: 'EPSG:999999' }, rgb, /no coordinate reference system/],
    [{}, { type: 'CFloat32', value: () => 1 }, /complex numbers/],
    [{ formula: 'EVAL' }, rgb, /formula/],
    [{ bands: '1;2' }, rgb, /bands/],
    [{ colours: 'red' }, rgb, /colours/],
  ])('%o', async (parameters, parts, words) => {
    await expect(exported(sample({ width: 30, height: 20, ...parts }), parameters)).rejects.toThrow(words);
  });

  it('more than an export may have, by what it would be and not by what the file is', async () => {
    const small = createRasterExport(100_000);
    const files = { 'b.tif': sample(rgb) };
    const run = (parameters: object) => bench.run(small, { path: 'b.tif', ...parameters }, files);
    await expect(run({})).rejects.toMatchObject({ code: 'too-large' });
    await expect(run({ crs: 'EPSG:4326', resolution: 1e-8 })).rejects.toMatchObject({ code: 'too-large' });
    expect((await run({ width: 100 })).artifact!.length).toBeGreaterThan(0);
  });

  it('more than a task may make, where no limit of exports is set and the grid is not known before', async () => {
    const limits = { maxEstimatedOutputBytesPerSubmit: 1_000_000, processingNodes: { list: [] } };
    const tools = createTools(limits as unknown as ToolDependencies, allKinds);
    const limited = tools.find(({ id }) => id === 'raster-export') as unknown as typeof tool;
    const files = { 'b.tif': sample(rgb) };
    const widthAt = async (resolution: number) =>
      (await bench.run(limited, { path: 'b.tif', crs: 'EPSG:3857', resolution }, files)).end.facts!['width'];
    await expect(widthAt(0.01)).rejects.toMatchObject({ code: 'too-large', message: /at most 1000000 are made/ });
    expect(await widthAt(0.2)).toBeGreaterThan(200);
  });

  it('ends within seconds when it is cancelled, in every phase', async () => {
    const source = sample({ width: 900, height: 600, type: 'Float32', colours: RGB, value: wave });
    for (const wanted of ['reading', 'rendering', 'converting']) {
      const abort = new AbortController();
      const cancelled = {
        ...tool,
        run: (task: Parameters<typeof tool.run>[0]) =>
          tool.run({
            ...task,
            report(percent, phase) {
              task.report(percent, phase);
              if (phase === wanted) abort.abort();
            },
          }),
      };
      const begun = performance.now();
      const running = bench.run(cancelled, { path: 'b.tif' }, { 'b.tif': source }, abort.signal);
      await expect(running).rejects.toMatchObject({ code: 'aborted' });
      expect(performance.now() - begun).toBeLessThan(10_000);
    }
  });
});
