import { afterAll, describe, expect, it } from 'vitest';
import { engineWithoutPrograms, useCogBuilder } from '../testing/cog-builds.ts';
import { compareWithWarp, valuesAt } from '../testing/cog-comparison.ts';
import { readCogLayout } from '../testing/cog-layout.ts';
import { RGB, gdal, readPixels, utm, wave } from '../testing/raster-samples.ts';

const cogs = useCogBuilder();
const standIn = engineWithoutPrograms();
afterAll(() => standIn.close());

describe('8-bit colour', () => {
  it('becomes JPEG with a mask, close to GDAL’s own warp, with statistics and progress', async () => {
    const built = await cogs.buildSample('rgb', { ...utm, colours: RGB, value: wave });
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
  });

  it('is the same through the stand-in where GDAL’s programs are not installed', async () => {
    const sample = {
      ...utm,
      colours: RGB,
      nodata: 0,
      value: (band: number, x: number, y: number) => (x < 100 ? 0 : wave(band, x, y)),
    };
    const built = await cogs.buildSample('rgb-stand-in', sample, standIn);
    const { difference, agreement } = compareWithWarp(built, 3, ['-r', 'bilinear', '-wo', 'UNIFIED_SRC_NODATA=YES']);
    expect(difference).toBeLessThan(2);
    expect(agreement).toBeGreaterThan(0.999);
    // The bars of both programs are whole; how many of their steps are told depends on how much of it a busy machine reads at once.
    const bars = built.log.filter((line) => line.startsWith('0...'));
    const whole = '0...10...20...30...40...50...60...70...80...90...100 - done.';
    expect(bars).toEqual([whole, whole]);
    expect(built.percents.some((percent) => percent > 5 && percent < 90)).toBe(true);
  });

  it('takes its mask from nodata, and only where all bands are nodata', async () => {
    const built = await cogs.buildSample('rgb-nodata', {
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
    const built = await cogs.buildSample(`rgb-${name}`, { ...utm, ...part, value });
    const { valid, bands } = readPixels(built.cog);
    expect(bands).toHaveLength(3);
    const { difference, agreement } = compareWithWarp(built, 3);
    expect(difference).toBeLessThan(2);
    expect(agreement).toBeGreaterThan(0.999);
    expect(valid.some((value) => value === 0)).toBe(true);
  });

  it('is kept without loss where JPEG would change it too much: pixels of another colour each', async () => {
    const value = (band: number, column: number, row: number): number => (band === (column + row) % 3 ? 255 : 0);
    const built = await cogs.buildSample('confetti', { ...utm, colours: RGB, value });
    expect(readCogLayout(built.cog).levels.map(({ compression }) => compression)).not.toContain(7);
    expect(compareWithWarp(built, 3)).toMatchObject({ difference: 0 });
    expect(built.log.join()).toMatch(/JPEG changes colours by [1-9]\d\./);
    expect(built.percents).toEqual([...built.percents].sort((a, b) => a - b));
  });

  it('of one pixel keeps its colour, although nothing is beside it', async () => {
    const value = (band: number): number => [200, 10, 90][band] ?? 0;
    const built = await cogs.buildSample('pixel', { ...utm, width: 1, height: 1, colours: RGB, value });
    const { bands, valid } = readPixels(built.cog);
    const seen = valid.findIndex((is) => is !== 0);
    expect(bands.map((band) => band[seen])).toEqual([200, 10, 90]);
  });

  it('puts bands in the order red, green, blue', async () => {
    const built = await cogs.buildSample('bgr', {
      ...utm,
      colours: ['Blue', 'Green', 'Red'],
      value: (band) => [10, 100, 200][band] ?? 0,
    });
    const values = valuesAt(built.cog, 15.0002, 45.1534) ?? [];
    expect(values.map((value) => Math.round(value / 10) * 10)).toEqual([200, 100, 10]);
    expect(built.stats.bands['1']?.['max']).toBe(200);
  });
});
