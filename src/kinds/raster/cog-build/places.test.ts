import { describe, expect, it } from 'vitest';
import { HALF_WORLD } from '../../../geodata/web-mercator.ts';
import { useCogBuilder } from '../testing/cog-builds.ts';
import { compareWithWarp, valuesAt } from '../testing/cog-comparison.ts';
import { RGB, extentOf, readPixels, utm, wave } from '../testing/raster-samples.ts';

const cogs = useCogBuilder();
/** Tile borders at zoom 10, in metres a pixel. */
const Z10 = (2 * HALF_WORLD) / 256 / 2 ** 10;

describe('places', () => {
  it('a raster that is already in place is not resampled and gets no margin', async () => {
    const geotransform = [512 * Z10, Z10, 0, 1024 * Z10, 0, -Z10];
    const built = await cogs.buildSample('aligned', {
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
    const { valid } = readPixels((await cogs.buildSample('origin', sample)).cog);
    const share = valid.filter((seen) => seen !== 0).length / valid.length;
    expect(share).toBeCloseTo((64 / (256 * 0.597164)) ** 2, 1);
  });

  it('a rotated raster', async () => {
    const [cos, sin] = [0.1 * Math.cos(0.5), 0.1 * Math.sin(0.5)];
    const built = await cogs.buildSample('rotated', {
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
    const built = await cogs.buildSample('nztm', { crs: 2193, geotransform, width: 100, height: 100, value: () => 99 });
    expect(valuesAt(built.cog, 171.807, -41.55)?.[0]).toBe(99);
  });

  it('the whole world is cut at the limits of Web Mercator', async () => {
    const geotransform = [-180, 0.5, 0, 90, 0, -0.5];
    const value = (_: number, column: number): number => Math.floor(column / 3);
    const built = await cogs.buildSample('world', { crs: 4326, geotransform, width: 720, height: 360, value });
    const [minX, minY, maxX, maxY] = extentOf(built.cog);
    for (const edge of [-minX, -minY, maxX, maxY]) expect(edge).toBeCloseTo(HALF_WORLD, 3);
    expect(valuesAt(built.cog, -90.1, 84)?.[0]).toBe(59);
    expect(valuesAt(built.cog, 90.1, -84)?.[0]).toBe(180);
  });

  it('a world that runs from 0 to 360 degrees', async () => {
    const value = (_: number, column: number): number => Math.floor(column / 3);
    const geotransform = [0, 0.5, 0, 80, 0, -0.5];
    const built = await cogs.buildSample('world-360', { crs: 4326, geotransform, width: 720, height: 320, value });
    expect(valuesAt(built.cog, 90.1, 10)?.[0]).toBe(60);
    expect(valuesAt(built.cog, -90.1, 10)?.[0]).toBe(179);
  });

  it('a raster around the pole is as wide as the world, and no wider', async () => {
    const geotransform = [-2_000_000, 10_000, 0, 2_000_000, 0, -10_000];
    const value = (_: number, column: number): number => (column < 200 ? 50 : 150);
    const built = await cogs.buildSample('arctic', { crs: 3413, geotransform, width: 400, height: 400, value });
    const [minX, , maxX] = extentOf(built.cog);
    expect([-minX, maxX]).toEqual([expect.closeTo(HALF_WORLD, 3), expect.closeTo(HALF_WORLD, 3)]);
    // 45 degrees west is straight down: what is left of it lies further west.
    expect([valuesAt(built.cog, -100, 80)?.[0], valuesAt(built.cog, 10, 80)?.[0]]).toEqual([50, 150]);
  });

  it.each([
    ['east of 180', 4326, [175, 0.05, 0, 5, 0, -0.05]],
    ['west of -180', 4326, [-185, 0.05, 0, 5, 0, -0.05]],
    ['in UTM', 32660, [500_000 + 111_320 * -2, 5566, 0, 500_000, 0, -5000]],
  ])('a raster across the antimeridian (%s) stays whole', async (name, crs, geotransform) => {
    const built = await cogs.buildSample(`dateline ${name}`, {
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
