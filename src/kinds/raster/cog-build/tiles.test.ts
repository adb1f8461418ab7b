import { copyFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { hasSharedData, SHARED_DATA } from '../../../../test/support/shared-data.ts';
import { HALF_WORLD } from '../../../geodata/web-mercator.ts';
import { rasterFacts } from '../read/operations.ts';
import { createRasterTiles } from '../index.ts';
import { type Built, useCogBuilder } from '../testing/cog-builds.ts';
import { RGB, type RasterSample, gdal, readPixels, utm, wave } from '../testing/raster-samples.ts';

/** From a source to the pixels on the map: the real build, the real tiles, and GDAL's warp of the source beside them. */

const cogs = useCogBuilder();
const tiles = createRasterTiles();
afterAll(() => tiles.close());

/** How GDAL is told to read the source, and which bands of it are red, green and blue (or grey) on the map. */
interface Reading {
  readonly bands?: readonly number[];
  readonly options?: readonly string[];
  /** Band of the source that is alpha although GDAL's warp takes it for values. */
  readonly alpha?: number;
}

interface TileDifference {
  /** Mean over the pixels opaque in both, in grey levels. */
  readonly mean: number;
  readonly compared: number;
  /** Share of the pixels that show in one only. */
  readonly edge: number;
}

const UNIFIED = ['-wo', 'UNIFIED_SRC_NODATA=YES'];

/** Compares the tile at the middle of the raster, `steps` zooms from its full resolution. */
async function compareTile(
  source: string,
  { cog, stats }: Built,
  steps: number,
  { bands = [1, 2, 3], options = [], alpha }: Reading,
): Promise<TileDifference> {
  const { levels, sampleType } = await tiles.facts({ path: cog });
  const z = levels[0].zoom + steps;
  const [x, y] = await middle(source, z);
  const side = (2 * HALF_WORLD) / 2 ** z;
  const extent = [
    x * side - HALF_WORLD,
    HALF_WORLD - (y + 1) * side,
    (x + 1) * side - HALF_WORLD,
    HALF_WORLD - y * side,
  ];
  const input = gdal.open(source);
  const target = `${cog}.tile${steps}.tif`;
  const grid = ['-t_srs', 'EPSG:3857', '-te', ...extent.map(String), '-ts', '256', '256', '-et', '0', '-ovr', 'NONE'];
  gdal.warp(target, null, [input], [...grid, '-r', 'bilinear', '-dstalpha', ...options]).close();
  input.close();
  const reference = readPixels(target);
  const { bytes } = await tiles.tile({ path: cog }, { z, x, y, scale: 1, format: 'png' });
  const drawn = await sharp(bytes).ensureAlpha().toColourspace('srgb').raw().toBuffer();
  const covers = [reference.bands.at(-1), alpha === undefined ? undefined : reference.bands[alpha - 1]];
  const toByte = (value: number, band: number): number => {
    if (sampleType === 'uint8') return value;
    const { min = 0, max = 0 } = stats.bands[String(band)] ?? {};
    return max === min ? 127 : Math.max(0, Math.min(255, ((value - min) / (max - min)) * 255));
  };
  let [sum, compared, edge] = [0, 0, 0];
  for (let pixel = 0; pixel < 256 * 256; pixel += 1) {
    const there = covers.every((cover) => cover === undefined || cover[pixel] !== 0);
    const here = drawn[pixel * 4 + 3] !== 0;
    if (here !== there) edge += 1;
    if (!here || !there) continue;
    compared += 1;
    for (let channel = 0; channel < 3; channel += 1) {
      const band = bands[bands.length === 1 ? 0 : channel] ?? 1;
      const expected = toByte(reference.bands[band - 1]?.[pixel] ?? 0, band);
      sum += Math.abs((drawn[pixel * 4 + channel] ?? 0) - expected) / 3;
    }
  }
  return { mean: sum / compared, compared, edge: edge / (256 * 256) };
}

/** The tile in which the middle of a raster lies. */
async function middle(source: string, z: number): Promise<readonly [number, number]> {
  const { placement } = await cogs.engine.call(rasterFacts, { path: source, kind: 'tiff' });
  const [longitude, latitude] = placement?.centre ?? [0, 0];
  const y = 0.5 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI);
  return [Math.floor((((longitude / 360 + 0.5) % 1) + (longitude < -180 ? 1 : 0)) * 2 ** z), Math.floor(y * 2 ** z)];
}

const left = (column: number): boolean => column < 130;
const RGBA = [...RGB, 'Alpha'];

const GENERATED: Readonly<Record<string, Partial<RasterSample> & { readonly reading?: Reading }>> = {
  'red, green, blue': {},
  'band by band': { options: ['INTERLEAVE=BAND'] },
  'from the south up': { geotransform: [500_000, 0.1, 0, 4_999_980, 0, 0.1] },
  rotated: { geotransform: [500_000, 0.09, 0.04, 5_000_000, 0.04, -0.09] },
  'in feet': { crs: 2236, geotransform: [900_000, 1, 0, 500_000, 0, -1] },
  'in degrees': { crs: 4326, geotransform: [15, 1e-6, 0, 45, 0, -1e-6] },
  'nodata 0 in bytes': {
    nodata: 0,
    value: (band, column, row) => (left(column) || (band === 1 && row < 100) ? 0 : wave(band, column, row)),
    // Only where all are 0 is nothing there: above the hundredth row one band alone is.
    reading: { options: UNIFIED },
  },
  alpha: { colours: RGBA, value: (b, c, r) => (b === 3 ? (left(c) ? 0 : 255) : wave(b, c, r)) },
  'alpha first': {
    colours: ['Alpha', ...RGB],
    value: (b, c, r) => (b === 0 ? (left(c) ? 0 : 255) : wave(b - 1, c, r)),
    reading: { bands: [2, 3, 4], alpha: 1 },
  },
  mask: { mask: (column) => !left(column) },
  grey: { colours: ['Gray'], reading: { bands: [1] } },
  'grey with alpha': {
    colours: ['Gray', 'Alpha'],
    value: (b, c, r) => (b === 1 ? (left(c) ? 0 : 255) : wave(b, c, r)),
    reading: { bands: [1] },
  },
  'two bands': { colours: ['Gray', 'Undefined'], reading: { bands: [1] } },
  '16 bits with alpha': {
    type: 'UInt16',
    colours: RGBA,
    value: (b, c, r) => (b === 3 ? (left(c) ? 0 : 65_535) : 200 * wave(b, c, r)),
  },
  '16 bits with nodata': {
    type: 'UInt16',
    colours: ['Gray'],
    nodata: 0,
    value: (b, c, r) => (left(c) ? 0 : 200 * wave(b, c, r)),
    reading: { bands: [1] },
  },
  'floating point with NaN': {
    type: 'Float32',
    colours: ['Gray'],
    value: (b, c, r) => (left(c) ? NaN : wave(b, c, r) / 7),
    reading: { bands: [1], options: ['-srcnodata', 'nan'] },
  },
};

describe('tiles of a built COG equal GDAL’s warp of the source', () => {
  it.each(Object.entries(GENERATED))('%s', async (name, { reading = {}, ...sample }) => {
    const { source, ...built } = await cogs.buildSample(name, { ...utm, colours: RGB, value: wave, ...sample });
    for (const steps of [0, 2]) {
      const { mean, compared, edge } = await compareTile(source, built, steps, reading);
      expect(compared).toBeGreaterThan(5000);
      expect(mean).toBeLessThan(2);
      // A line of pixels along the border of the data, where a half covered pixel may fall to either side.
      expect(edge).toBeLessThan(0.01);
    }
  });

  it('one pixel is a square of its colour', async () => {
    const value = (band: number): number => [200, 10, 90][band] ?? 0;
    const { source, cog } = await cogs.buildSample('one', { ...utm, width: 1, height: 1, colours: RGB, value });
    const z = (await tiles.facts({ path: cog })).levels[0].zoom + 4;
    const [x, y] = await middle(source, z);
    const { bytes } = await tiles.tile({ path: cog }, { z, x, y, scale: 1, format: 'png' });
    const rgba = await sharp(bytes).ensureAlpha().raw().toBuffer();
    const seen = Array.from({ length: 65_536 }, (_, pixel) => rgba.subarray(pixel * 4, pixel * 4 + 4).join()).filter(
      (colour) => !colour.endsWith(',0'),
    );
    expect(new Set(seen)).toEqual(new Set(['200,10,90,255']));
  });
});

if (!hasSharedData) console.log('Skipped: tiles of real rasters. There is no ../shared/data beside the repository.');

describe.runIf(hasSharedData)('tiles of real rasters equal GDAL’s warp of the source', () => {
  it.each<readonly [string, Reading]>([
    ['ortho/colorado_cog.tif', {}],
    ['ortho/landsat7_rgb.tif', { options: UNIFIED }],
    ['ortho/osbs_029.tif', { options: UNIFIED }],
    ['ortho/pix4d_rgba.tif', { options: ['-srcnodata', 'None'] }],
    ['ortho/naip_2009_cog.tif', {}],
    ['raster_special/rgb_internal_mask.tif', {}],
    ['raster_special/uint16_rgba.tif', {}],
    ['raster_special/world_4326.tif', { bands: [1] }],
    ['dem/dsm.tif', { bands: [1] }],
    ['multispectral/rededge_5band.tif', {}],
  ])('%s', async (path, reading) => {
    const source = cogs.file(path.replace('/', '-'));
    await copyFile(join(SHARED_DATA, path), source);
    const built = await cogs.build(source, basename(source));
    const { mean, compared, edge } = await compareTile(source, built, 0, reading);
    expect(compared).toBeGreaterThan(1000);
    expect(mean).toBeLessThan(2);
    expect(edge).toBeLessThan(0.01);
  });
});
