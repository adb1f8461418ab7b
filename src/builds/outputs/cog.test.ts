import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HALF_WORLD, createEngine, type Engine } from '../../engine/index.ts';
import { BuildFailure } from './build-failure.ts';
import { cogOutput } from './cog.ts';
import { cogProblems, readCogLayout } from './testing/cog-layout.ts';
import {
  type Pixels,
  type RasterSample,
  extentOf,
  gdal,
  readPixels,
  referenceWarp,
  writeSample,
} from './testing/raster-samples.ts';

const RGB = ['Red', 'Green', 'Blue'];
/** Soft shapes, as a photograph has, in three colours. */
const wave = (band: number, column: number, row: number): number =>
  Math.round(128 + 100 * Math.sin(column / (17 + 5 * band)) * Math.cos(row / (23 + 3 * band)));
/** 300 x 200 pixels of 10 cm in UTM zone 33 N. */
const utm = { crs: 32633, geotransform: [500_000, 0.1, 0, 5_000_000, 0, -0.1], width: 300, height: 200 };
/** Tile borders at zoom 10, in metres a pixel. */
const Z10 = (2 * HALF_WORLD) / 256 / 2 ** 10;

let folder: string;
let engine: Engine;
let standIn: Engine;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-cog-'));
  const limits = { children: 1, callTimeoutMs: 20_000, memoryLimitBytes: 2 ** 30 };
  engine = createEngine(limits);
  standIn = createEngine({ ...limits, programPath: '' });
});

afterAll(async () => {
  await Promise.all([engine.close(), standIn.close()]);
  await rm(folder, { recursive: true, force: true });
});

interface Built {
  readonly cog: string;
  readonly stats: { readonly bands: Record<string, Record<string, number> | null>; readonly computedAt: string };
  readonly log: readonly string[];
  readonly percents: readonly number[];
}

async function build(source: string, name: string, by: Engine = engine): Promise<Built> {
  const scratch = join(folder, `${name}-output`);
  await mkdir(scratch);
  const log: string[] = [];
  const percents: number[] = [];
  await cogOutput.build({
    source,
    name,
    scratch,
    engine: by,
    signal: AbortSignal.timeout(60_000),
    report: ({ percent }) => void percents.push(percent ?? -1),
    log: (line) => void log.push(line),
  });
  expect((await readdir(scratch)).sort()).toEqual([...cogOutput.files].sort());
  const cog = join(scratch, 'cog.tif');
  expect(cogProblems(readCogLayout(cog))).toEqual([]);
  expectAligned(cog);
  return { cog, stats: JSON.parse(await readFile(`${cog}.stats.json`, 'utf8')) as Built['stats'], log, percents };
}

async function buildSample(name: string, sample: RasterSample, by?: Engine): Promise<Built & { source: string }> {
  const source = join(folder, name);
  writeSample(source, sample);
  return { source, ...(await build(source, name, by)) };
}

/** Every level begins at a tile border of its zoom. */
function expectAligned(cog: string): void {
  const [minX, , maxX, maxY] = extentOf(cog);
  const { levels } = readCogLayout(cog);
  const overviews = levels.filter(({ subfile }) => (subfile & 5) === 1).length;
  const exact = Math.log2((2 * HALF_WORLD) / 256 / ((maxX - minX) / (levels[0]?.width ?? 1)));
  const zoom = Math.round(exact);
  const tile = ((2 * HALF_WORLD) / 2 ** zoom) * 2 ** overviews;
  const off = [exact, (minX + HALF_WORLD) / tile, (HALF_WORLD - maxY) / tile].map((value) =>
    Math.abs(value - Math.round(value)),
  );
  expect(Math.max(...off)).toBeLessThan(1e-6);
}

/** Mean difference of the first `bands` bands over the pixels both call valid, and the share both agree on. */
function compare(cog: Pixels, reference: Pixels, bands: number): { difference: number; agreement: number } {
  const alpha = reference.bands.at(-1) ?? new Float64Array();
  let sum = 0;
  let count = 0;
  let agree = 0;
  for (let index = 0; index < alpha.length; index += 1) {
    const [here, there] = [cog.valid[index] !== 0, alpha[index] !== 0];
    if (here === there) agree += 1;
    if (!here || !there) continue;
    for (let band = 0; band < bands; band += 1) {
      sum += Math.abs((cog.bands[band]?.[index] ?? 0) - (reference.bands[band]?.[index] ?? 0));
      count += 1;
    }
  }
  return { difference: sum / count, agreement: agree / alpha.length };
}

function compareWithWarp(
  built: { source: string; cog: string },
  bands: number,
  options: readonly string[] = ['-r', 'bilinear'],
) {
  const reference = `${built.source}-reference.tif`;
  referenceWarp(built.source, reference, built.cog, options);
  return compare(readPixels(built.cog), readPixels(reference), bands);
}

/** Values at a longitude and latitude; the position is also looked for one turn further east. */
function valuesAt(cog: string, longitude: number, latitude: number): readonly number[] | null {
  const [minX, minY, maxX, maxY] = extentOf(cog);
  const pixels = readPixels(cog);
  const y = (HALF_WORLD / Math.PI) * Math.asinh(Math.tan((latitude * Math.PI) / 180));
  for (const turn of [0, 2 * HALF_WORLD]) {
    const column = Math.floor((((longitude / 180) * HALF_WORLD + turn - minX) / (maxX - minX)) * pixels.width);
    const row = Math.floor(((maxY - y) / (maxY - minY)) * pixels.height);
    if (column < 0 || column >= pixels.width || row < 0 || row >= pixels.height) continue;
    const index = row * pixels.width + column;
    return pixels.valid[index] === 0 ? null : pixels.bands.map((band) => band[index] ?? NaN);
  }
  return null;
}

describe('8-bit colour', () => {
  it('becomes JPEG with a mask, close to GDAL’s own warp, with statistics and progress', async () => {
    const built = await buildSample('rgb', { ...utm, colours: RGB, value: wave });
    const { levels } = readCogLayout(built.cog);
    expect(levels.map(({ compression }) => compression)).toContain(7);
    expect(levels.some(({ subfile }) => (subfile & 4) !== 0)).toBe(true);
    const { difference, agreement } = compareWithWarp(built, 3);
    expect(difference).toBeLessThan(2);
    expect(agreement).toBeGreaterThan(0.999);
    expect(Object.keys(built.stats.bands)).toEqual(['1', '2', '3']);
    expect(built.stats.bands['1']).toMatchObject({ min: expect.closeTo(28, -1), max: expect.closeTo(228, -1) });
    expect(Number.isNaN(Date.parse(built.stats.computedAt))).toBe(false);
    expect(built.percents.at(-1)).toBe(100);
    expect(built.percents).toEqual([...built.percents].sort((a, b) => a - b));
    expect(built.log.join('\n')).not.toContain(folder);
  });

  it('is the same through the stand-in where GDAL’s programs are not installed', async () => {
    const sample = {
      ...utm,
      colours: RGB,
      nodata: 0,
      value: (band: number, x: number, y: number) => (x < 100 ? 0 : wave(band, x, y)),
    };
    const built = await buildSample('rgb-stand-in', sample, standIn);
    const { difference, agreement } = compareWithWarp(built, 3, ['-r', 'bilinear', '-wo', 'UNIFIED_SRC_NODATA=YES']);
    expect(difference).toBeLessThan(2);
    expect(agreement).toBeGreaterThan(0.999);
    expect(built.percents.filter((percent) => percent > 5 && percent < 90).length).toBeGreaterThan(3);
  });

  it('takes its mask from nodata, and only where all bands are nodata', async () => {
    const built = await buildSample('rgb-nodata', {
      ...utm,
      colours: RGB,
      nodata: 0,
      value: (band, column) => (column < 100 ? 0 : column < 200 && band === 0 ? 0 : 200),
    });
    expect(gdal.open(built.cog).bands.get(1).noDataValue).toBeNull();
    expect(valuesAt(built.cog, 15.00006, 45.15347)).toBeNull(); // column 47
    const [red, green] = valuesAt(built.cog, 15.00019, 45.15338) ?? []; // column 150
    expect(red).toBeLessThan(8);
    expect(green).toBeGreaterThan(190);
  });

  it.each([
    ['an alpha band', { colours: [...RGB, 'Alpha'] }],
    ['a mask in the file', { colours: RGB, mask: (column: number) => column >= 100 }],
  ])('takes its mask from %s', async (name, part) => {
    const value = (band: number, column: number, row: number): number =>
      band === 3 ? (column >= 100 ? 255 : 0) : wave(band, column, row);
    const built = await buildSample(`rgb-${name}`, { ...utm, ...part, value });
    const { valid, bands } = readPixels(built.cog);
    expect(bands).toHaveLength(3);
    const { difference, agreement } = compareWithWarp(built, 3);
    expect(difference).toBeLessThan(2);
    expect(agreement).toBeGreaterThan(0.999);
    expect(valid.some((value) => value === 0)).toBe(true);
  });

  it('puts bands in the order red, green, blue', async () => {
    const built = await buildSample('bgr', {
      ...utm,
      colours: ['Blue', 'Green', 'Red'],
      value: (band) => [10, 100, 200][band] ?? 0,
    });
    const values = valuesAt(built.cog, 15.0002, 45.1534) ?? [];
    expect(values.map((value) => Math.round(value / 10) * 10)).toEqual([200, 100, 10]);
    expect(built.stats.bands['1']?.['max']).toBe(200);
  });
});

describe('everything else is kept without loss', () => {
  it.each([
    ['gray', { value: wave }, 1, 1],
    [
      'uint16',
      {
        type: 'UInt16',
        colours: ['Gray', 'Undefined', 'Undefined', 'Undefined'],
        value: (b: number, c: number, r: number) => 40 * wave(b, c, r),
      },
      4,
      4,
    ],
    ['int64', { type: 'Int64', value: (_: number, c: number, r: number) => 10 ** 10 + c * r }, 1, 1],
    [
      'float with nodata',
      { type: 'Float32', nodata: -9999, value: (_: number, c: number, r: number) => (c < 50 ? -9999 : c * r * 0.01) },
      1,
      1,
    ],
    ['float without nodata', { type: 'Float32', value: (_: number, c: number, r: number) => c * r * 0.01 }, 1, 1],
    [
      'double with mask',
      { type: 'Float64', mask: (c: number) => c > 20, value: (_: number, c: number) => c / 3 },
      1,
      1,
    ],
  ])('%s', async (name, part, values, bands) => {
    const built = await buildSample(name, { ...utm, ...part });
    const pixels = readPixels(built.cog);
    expect(pixels.bands).toHaveLength(bands);
    const { difference, agreement } = compareWithWarp(built, values);
    // GDAL's warp rounds whole numbers; 64-bit ones become floating point here, which does not.
    expect(difference).toBeLessThan(name === 'int64' ? 0.5 : 1e-3);
    expect(agreement).toBeGreaterThan(0.999);
    expect(Object.keys(built.stats.bands)).toHaveLength(values);
    // Neither padding nor nodata counts.
    expect(built.stats.bands['1']?.['min']).toBeGreaterThanOrEqual(name === 'gray' ? 28 : 0);
  });

  it('an alpha band of 16 bits, with its shades', async () => {
    const value = (band: number, column: number): number => (band === 3 ? column * 200 : 1000 * band);
    const built = await buildSample('rgba16', { ...utm, type: 'UInt16', colours: [...RGB, 'Alpha'], value });
    const { bands } = readPixels(built.cog);
    expect(bands).toHaveLength(4);
    expect(new Set(bands[3]).size).toBeGreaterThan(200);
    expect(built.stats.bands['3']).toMatchObject({ min: 2000, max: 2000 });
  });

  it('a palette: every colour that comes out went in, and its nodata index is transparent', async () => {
    const palette = [
      [0, 0, 0, 255],
      [255, 0, 0, 255],
      [0, 128, 0, 255],
      [7, 77, 177, 255],
    ] as const;
    const value = (_: number, column: number, row: number): number =>
      (Math.floor(column / 40) + Math.floor(row / 40)) % 4;
    const source = { ...utm, width: 1200, height: 1000, colours: ['Palette'], palette, nodata: 0, value };
    const built = await buildSample('palette', source);
    const allowed = new Set(palette.slice(1).map(([r, g, b]) => `${r},${g},${b}`));
    for (const level of [0, 1]) {
      const { bands, valid } = readPixels(built.cog, level);
      const found = new Set<string>();
      valid.forEach((seen, index) => seen !== 0 && found.add([0, 1, 2].map((band) => bands[band]?.[index]).join(',')));
      expect(found).toEqual(allowed);
    }
    expect(readPixels(built.cog).valid.filter((seen) => seen === 0).length).toBeGreaterThan(100_000);
  });
});

describe('places', () => {
  it('a raster that is already in place is not resampled and gets no margin', async () => {
    const geotransform = [512 * Z10, Z10, 0, 1024 * Z10, 0, -Z10];
    const built = await buildSample('aligned', {
      crs: 3857,
      geotransform,
      width: 512,
      height: 256,
      type: 'UInt16',
      value: wave,
    });
    const { width, height, bands } = readPixels(built.cog);
    expect([width, height]).toEqual([512, 256]);
    expect(bands[0]?.every((value, index) => value === wave(0, index % 512, Math.floor(index / 512)))).toBe(true);
  });

  it('a raster that begins at the very middle of the world keeps its mask', async () => {
    const sample = { crs: 3857, geotransform: [0, 1, 0, 0, 0, -1], width: 64, height: 64, colours: RGB, value: wave };
    const { valid } = readPixels((await buildSample('origin', sample)).cog);
    const share = valid.filter((seen) => seen !== 0).length / valid.length;
    expect(share).toBeCloseTo((64 / (256 * 0.597164)) ** 2, 1);
  });

  it('a rotated raster', async () => {
    const [cos, sin] = [0.1 * Math.cos(0.5), 0.1 * Math.sin(0.5)];
    const built = await buildSample('rotated', {
      ...utm,
      geotransform: [500_000, cos, sin, 5_000_000, sin, -cos],
      value: wave,
    });
    const { difference, agreement } = compareWithWarp(built, 1);
    expect(difference).toBeLessThan(0.01);
    expect(agreement).toBeGreaterThan(0.999);
  });

  it('a CRS whose authority names north first', async () => {
    const geotransform = [1_500_000, 10, 0, 5_400_000, 0, -10];
    const built = await buildSample('nztm', { crs: 2193, geotransform, width: 100, height: 100, value: () => 99 });
    expect(valuesAt(built.cog, 171.807, -41.55)?.[0]).toBe(99);
  });

  it('the whole world is cut at the limits of Web Mercator', async () => {
    const geotransform = [-180, 0.5, 0, 90, 0, -0.5];
    const value = (_: number, column: number): number => Math.floor(column / 3);
    const built = await buildSample('world', { crs: 4326, geotransform, width: 720, height: 360, value });
    const [minX, minY, maxX, maxY] = extentOf(built.cog);
    for (const edge of [-minX, -minY, maxX, maxY]) expect(edge).toBeCloseTo(HALF_WORLD, 3);
    expect(valuesAt(built.cog, -90.1, 84)?.[0]).toBe(59);
    expect(valuesAt(built.cog, 90.1, -84)?.[0]).toBe(180);
  });

  it('a world that runs from 0 to 360 degrees', async () => {
    const value = (_: number, column: number): number => Math.floor(column / 3);
    const geotransform = [0, 0.5, 0, 80, 0, -0.5];
    const built = await buildSample('world-360', { crs: 4326, geotransform, width: 720, height: 320, value });
    expect(valuesAt(built.cog, 90.1, 10)?.[0]).toBe(60);
    expect(valuesAt(built.cog, -90.1, 10)?.[0]).toBe(179);
  });

  it.each([
    ['east of 180', 4326, [175, 0.05, 0, 5, 0, -0.05]],
    ['west of -180', 4326, [-185, 0.05, 0, 5, 0, -0.05]],
    ['in UTM', 32660, [500_000 + 111_320 * -2, 5566, 0, 500_000, 0, -5000]],
  ])('a raster across the antimeridian (%s) stays whole', async (name, crs, geotransform) => {
    const built = await buildSample(`dateline ${name}`, {
      crs,
      geotransform,
      width: 200,
      height: 100,
      value: (_, c) => c,
    });
    const { width } = readPixels(built.cog);
    expect(width).toBeLessThanOrEqual(1024);
    const [[west = 0] = [], [east = 0] = []] = [valuesAt(built.cog, 179, 3), valuesAt(built.cog, -179, 3)].map(
      (v) => v ?? [],
    );
    expect(east - west).toBeGreaterThan(25);
    expect(west).toBeGreaterThan(40);
  });
});

describe('what cannot be built', () => {
  it('a file without a place', async () => {
    const source = join(folder, 'nowhere');
    const dataset = gdal.open(source, 'w', 'GTiff', 10, 10, 1, 'Byte');
    dataset.close();
    await expect(build(source, 'nowhere')).rejects.toMatchObject({ name: 'BuildFailure', reason: 'invalid-input' });
  });

  it('a raster at the pole', async () => {
    const sample = { crs: 3031, geotransform: [-1000, 10, 0, 1000, 0, -10], width: 200, height: 200, value: () => 1 };
    await expect(buildSample('pole', sample)).rejects.toThrow(/85 degrees/);
  });

  it('complex numbers', async () => {
    const source = join(folder, 'complex');
    const dataset = gdal.open(source, 'w', 'GTiff', 10, 10, 1, 'CFloat32');
    dataset.srs = gdal.SpatialReference.fromEPSG(32633);
    dataset.geoTransform = [500_000, 1, 0, 5_000_000, 0, -1];
    dataset.close();
    await expect(build(source, 'complex')).rejects.toThrow(/complex/);
  });

  it('an aborted build says so and leaves no process', async () => {
    const source = join(folder, 'aborted');
    writeSample(source, { ...utm, value: wave });
    const scratch = join(folder, 'aborted-output');
    await mkdir(scratch);
    const signal = AbortSignal.abort();
    const nothing = (): void => undefined;
    const request = { source, name: 'aborted', scratch, engine, signal, report: nothing, log: nothing };
    await expect(cogOutput.build(request)).rejects.toBeInstanceOf(BuildFailure);
  });
});

const shared = fileURLToPath(new URL('../../../../shared/data/', import.meta.url));
const hasShared = existsSync(join(shared, 'ortho'));
if (!hasShared) console.log('Skipped: COGs of real rasters. There is no ../shared/data beside the repository.');

const bilinear = ['-r', 'bilinear'];
const collar = [...bilinear, '-wo', 'UNIFIED_SRC_NODATA=YES'];

describe.runIf(hasShared)('real rasters, against GDAL’s own warp', () => {
  it.each([
    ['ortho/colorado_cog.tif', 3, 2, bilinear],
    ['ortho/landsat7_rgb.tif', 3, 2, collar],
    ['ortho/osbs_029.tif', 3, 2, collar],
    ['ortho/pix4d_rgba.tif', 3, 2, [...bilinear, '-srcnodata', 'None']],
    ['ortho/webmercator_rgba.tif', 3, 2, bilinear],
    // Measured 2.45: the only photograph above 2.
    ['raster_special/rgb_internal_mask.tif', 3, 3, bilinear],
    // Saturated colours with hard edges, drawn by hand: the worst that JPEG with halved colour can meet.
    ['raster_special/webp_rgba.tif', 3, 5, bilinear],
    ['raster_special/uint16_rgba.tif', 3, 1e-3, bilinear],
    ['raster_special/rotated_utm.tif', 1, 1e-3, bilinear],
    ['raster_special/gcps_only.tif', 1, 1e-3, bilinear],
    ['raster_special/world_4326.tif', 1, 1e-3, bilinear],
    ['dem/dsm.tif', 1, 1e-3, bilinear],
    ['multispectral/landsat7_6band.tif', 6, 1e-3, bilinear],
    ['multispectral/rededge_5band.tif', 5, 1e-3, collar],
  ])('%s', async (path, bands, limit, options) => {
    const source = join(folder, path.replace('/', '-'));
    await copyFile(join(shared, path), source);
    const { difference, agreement } = compareWithWarp(
      { source, ...(await build(source, basename(source))) },
      bands,
      options,
    );
    expect(difference).toBeLessThan(limit);
    expect(agreement).toBeGreaterThan(0.995);
  });

  it('a raster without a valid pixel has statistics that say so', async () => {
    const built = await build(join(shared, 'raster_special/all_nodata_u16.tif'), 'all-nodata');
    expect(built.stats.bands).toEqual({ 1: null, 2: null, 3: null, 4: null });
  });
});
