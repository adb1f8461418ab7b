import { describe, expect, it } from 'vitest';
import { useCogBuilder } from '../testing/cog-builds.ts';
import { compareWithWarp } from '../testing/cog-comparison.ts';
import { RGB, readPixels, utm, wave } from '../testing/raster-samples.ts';

const cogs = useCogBuilder();

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
    const built = await cogs.buildSample(name, { ...utm, ...part });
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

  it('a gap in one band is not mixed into the values beside it, nor into the statistics', async () => {
    const value = (band: number, column: number): number => (band === 0 && column < 100 ? -9999 : band + 1);
    const sample = { ...utm, type: 'Float32', colours: ['Gray', 'Undefined'], nodata: -9999, value };
    const built = await cogs.buildSample('gap', sample);
    const [first, second] = readPixels(built.cog).bands;
    expect(new Set(first)).toEqual(new Set([-9999, 1]));
    expect(new Set(second)).toEqual(new Set([-9999, 2]));
    expect(built.stats.bands['1']).toMatchObject({ min: 1, max: 1 });
  });

  it('an alpha band of 16 bits, with its shades', async () => {
    const value = (band: number, column: number): number => (band === 3 ? column * 200 : 1000 * band);
    const built = await cogs.buildSample('rgba16', { ...utm, type: 'UInt16', colours: [...RGB, 'Alpha'], value });
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
    const built = await cogs.buildSample('palette', source);
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
