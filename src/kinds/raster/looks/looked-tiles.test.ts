import { mkdtemp, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasProgram, outputOf } from '../../../../test/support/programs.ts';
import { SHARED_DATA } from '../../../../test/support/shared-data.ts';
import { createProjections } from '../../../projections/index.ts';
import type { CogFacts } from '../cog/cog-facts.ts';
import { createRasterMaps } from '../maps/raster-maps.ts';
import type { DrawnLook } from '../maps/raster-look.ts';
import { createRasterTiles } from '../service/raster-tiles.ts';
import { colourScale, SCALE_STEPS } from '../spectral/index.ts';
import { gdal } from '../testing/gdal.ts';
import { generateRaster } from '../testing/generated-rasters.ts';
import { type PixelFile, readEnvi } from '../testing/pixel-file.ts';
import { makeCog, writeStats } from '../testing/test-cog.ts';
import { createLookedTiles } from './looked-tiles.ts';

vi.setConfig({ testTimeout: 60_000 });

const projections = createProjections({ call: () => Promise.reject(new Error('No engine is needed here.')) });
const maps = createRasterMaps({ projections, limits: { threads: 1 } });
const tiles = createRasterTiles();
const drawn = vi.spyOn(maps, 'encode');
const looked = createLookedTiles({ maps, drawnAtOnce: 1, cachedBytes: 2 ** 22 });
let folder = '';
let dem: Raster;
let spectral: Raster;

interface Raster {
  readonly file: { readonly path: string; readonly version: string };
  readonly facts: CogFacts;
  /** Pixels of the COG at full resolution. */
  readonly pixels: PixelFile;
  /** A tile in its middle, and the pixel of the raster in its corner. */
  readonly place: { readonly z: number; readonly x: number; readonly y: number };
  readonly left: number;
  readonly top: number;
}

async function raster(name: string, source: string, nodata?: number): Promise<Raster> {
  const path = join(folder, `${name}-cog.tif`);
  await makeCog(source, path, 'DEFLATE');
  await writeStats(source, path, nodata);
  const raw = join(folder, `${name}.values`);
  await gdal('gdal_translate', path, raw, ['-of', 'ENVI', '-co', 'INTERLEAVE=BSQ', '-ot', 'Float64']);
  const file = { path, version: '1' };
  const facts = await tiles.facts(file);
  const [{ zoom, left, top, width, height }] = facts.levels;
  const place = { z: zoom, x: Math.floor((left + width / 2) / 256), y: Math.floor((top + height / 2) / 256) };
  const pixels = await readEnvi(raw);
  return at({ file, facts, pixels, place, left: 0, top: 0 }, place);
}

/** The same raster with another tile. */
function at(of: Raster, place: Raster['place']): Raster {
  const [{ left, top }] = of.facts.levels;
  return { ...of, place, left: place.x * 256 - left, top: place.y * 256 - top };
}

/** A tile with the edge of the heights in it. */
function edgeOf(of: Raster): Raster {
  const [{ zoom, left, top, columns, rows }] = of.facts.levels;
  for (let tile = 0; tile < columns * rows; tile += 1) {
    const place = { z: zoom, x: left / 256 + (tile % columns), y: top / 256 + Math.floor(tile / columns) };
    const moved = at(of, place);
    const known = Array.from({ length: 1024 }, (_, cell) =>
      isHeight(valuesOf(moved, (cell % 32) * 8, Math.floor(cell / 32) * 8)?.[0] ?? NaN),
    ).filter(Boolean).length;
    if (known > 512 && known < 950) return moved;
  }
  throw new Error('No tile has the edge of the heights in it.');
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-looks-'));
  const shape = { width: 700, height: 600 } as const;
  const heights = { ...shape, bands: 1, type: 'float32', low: 100, high: 160, nodata: -9999 } as const;
  dem = await raster('dem', await generateRaster(folder, 'dem', heights), -9999);
  const bands = { ...shape, bands: 5, type: 'uint16', low: 200, high: 9000 } as const;
  spectral = await raster('spectral', await generateRaster(folder, 'spectral', bands));
});
afterAll(async () => {
  await Promise.all([maps.close(), tiles.close()]);
  await rm(folder, { recursive: true, force: true });
});

type Pixel = readonly [red: number, green: number, blue: number, alpha: number];

/** The tile in the middle of a raster. */
async function tileOf({ file, facts, place }: Raster, look: DrawnLook, deeper = 0) {
  const scale = 2 ** deeper;
  const address = { z: place.z + deeper, x: place.x * scale, y: place.y * scale, scale: 1 } as const;
  const { bytes } = await looked.tile(file, facts, look, { ...address, format: 'png' });
  const { data } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return (x: number, y: number): Pixel => data.subarray((y * 256 + x) * 4, (y * 256 + x) * 4 + 4) as unknown as Pixel;
}

/** The values below a pixel of that tile; undefined beside the raster. */
function valuesOf({ pixels: { width, height, bands }, left, top }: Raster, x: number, y: number) {
  const [column, row] = [left + x, top + y];
  if (column < 0 || row < 0 || column >= width || row >= height) return undefined;
  return bands.map((band) => band[row * width + column]!);
}

/** Compares each pixel with what its values are expected to become; null for nothing. */
async function compare(
  of: Raster,
  look: DrawnLook,
  expected: (values: readonly number[]) => readonly [number, number, number] | null,
): Promise<{ readonly worst: number; readonly compared: number }> {
  const pixelAt = await tileOf(of, look);
  let [worst, compared] = [0, 0];
  for (let y = 0; y < 256; y += 1)
    for (let x = 0; x < 256; x += 1) {
      const values = valuesOf(of, x, y);
      const colour = values === undefined ? null : expected(values);
      const found = pixelAt(x, y);
      expect(found[3], `${x} ${y}`).toBe(colour === null ? 0 : 255);
      if (colour === null) continue;
      compared += 1;
      colour.forEach((value, channel) => (worst = Math.max(worst, Math.abs(value - found[channel]!))));
    }
  return { worst, compared };
}

const shade = (value: number, low: number, high: number): number =>
  Math.max(0, Math.min(255, ((value - low) / (high - low)) * 255));
const isHeight = (value: number): boolean => value !== -9999 && !Number.isNaN(value);
const colourOf = (map: Parameters<typeof colourScale>[0], share: number): readonly [number, number, number] => {
  const step = 3 * Math.max(0, Math.min(SCALE_STEPS - 1, Math.floor(share * SCALE_STEPS)));
  return [...colourScale(map).subarray(step, step + 3)] as unknown as readonly [number, number, number];
};

describe('colours of values', () => {
  it('are three bands with a range each', async () => {
    const look = {
      kind: 'bands',
      bands: [3, 2, 0],
      ranges: [
        [1000, 8000],
        [0, 5000],
        [500, 9500],
      ],
    } as const;
    const { worst, compared } = await compare(spectral, look, ([red = 0, , blue = 0, green = 0]) => [
      shade(green, 1000, 8000),
      shade(blue, 0, 5000),
      shade(red, 500, 9500),
    ]);
    expect(compared).toBe(65_536);
    expect(worst).toBeLessThanOrEqual(0.51);
  });

  it('are one band in the colours of a scale, with nothing where nothing is', async () => {
    const look = { kind: 'band', band: 0, colours: 'viridis', range: [110, 150] } as const;
    const { worst, compared } = await compare(edgeOf(dem), look, ([height = NaN]) =>
      isHeight(height) ? colourOf('viridis', (height - 110) / 40) : null,
    );
    expect(compared).toBeGreaterThan(30_000);
    // A step of the scale is less than a level of grey away.
    expect(worst).toBeLessThanOrEqual(1);
  });

  it('are an index of bands', async () => {
    const look = { kind: 'expression', expression: 'NDVI', bands: [4, 0], colours: 'rdylgn', range: [-1, 1] } as const;
    const { worst } = await compare(spectral, look, (values) =>
      colourOf('rdylgn', ((values[4]! - values[0]!) / (values[4]! + values[0]!) + 1) / 2),
    );
    expect(worst).toBeLessThanOrEqual(1);
  });

  it('go by default from the least value to the greatest, as in the usual look', async () => {
    const at = await tileOf(dem, { kind: 'band', band: 0, colours: 'grayscale', range: null });
    const { bytes } = await tiles.tile(dem.file, { ...dem.place, scale: 1, format: 'png' });
    const usual = await sharp(bytes).ensureAlpha().raw().toBuffer();
    for (let pixel = 0; pixel < 65_536; pixel += 37) {
      const [red, , , alpha] = at(pixel % 256, Math.floor(pixel / 256));
      expect(alpha).toBe(usual[4 * pixel + 3]);
      expect(Math.abs(red - usual[4 * pixel]!) * Math.sign(alpha)).toBeLessThanOrEqual(1);
    }
  });
});

describe('heights as colours', () => {
  const decoders = {
    terrarium: ([red, green, blue]: Pixel) => red * 256 + green + blue / 256 - 32_768,
    mapbox: ([red, green, blue]: Pixel) => (red * 65_536 + green * 256 + blue) * 0.1 - 10_000,
  };
  it.each([
    ['terrarium', 1 / 512],
    ['mapbox', 0.05],
  ] as const)('are read back from %s to %d m, and 0 where there are none', async (encoding, precision) => {
    const edge = edgeOf(dem);
    const pixelAt = await tileOf(edge, { kind: 'heights', encoding });
    let [worst, heights, zeros] = [0, 0, 0];
    for (let y = 0; y < 256; y += 1)
      for (let x = 0; x < 256; x += 1) {
        const pixel = pixelAt(x, y);
        const [height = NaN] = valuesOf(edge, x, y) ?? [];
        expect(pixel[3]).toBe(255);
        if (isHeight(height)) heights += 1;
        else zeros += 1;
        worst = Math.max(worst, Math.abs(decoders[encoding](pixel) - (isHeight(height) ? height : 0)));
      }
    expect([heights > 30_000, zeros > 1000]).toEqual([true, true]);
    expect(worst).toBeLessThanOrEqual(precision + 1e-4);
  });

  it('are what is asked for where the raster has none, and beside it', async () => {
    const edge = edgeOf(dem);
    const look = { kind: 'heights', encoding: 'terrarium', fill: 312 } as const;
    const pixelAt = await tileOf(edge, look);
    let filled = 0;
    for (let y = 0; y < 256; y += 1)
      for (let x = 0; x < 256; x += 1) {
        const [height = NaN] = valuesOf(edge, x, y) ?? [];
        if (isHeight(height)) continue;
        filled += 1;
        expect(decoders.terrarium(pixelAt(x, y))).toBe(312);
      }
    expect(filled).toBeGreaterThan(1000);
    const beside = { z: 5, x: 0, y: 0, scale: 1, format: 'best' } as const;
    const { bytes } = await looked.tile(dem.file, dem.facts, look, beside);
    const [red = 0, green = 0, blue = 0] = await sharp(bytes).raw().toBuffer();
    expect(decoders.terrarium([red, green, blue, 255])).toBe(312);
  });

  it('are 0 beside the raster, and go on between pixels beyond the full resolution', async () => {
    const { bytes } = await looked.tile(
      dem.file,
      dem.facts,
      { kind: 'heights', encoding: 'terrarium' },
      { z: 5, x: 0, y: 0, scale: 2, format: 'best' },
    );
    const [red, green, blue] = await sharp(bytes).raw().toBuffer();
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 512 });
    expect([red, green, blue]).toEqual([128, 0, 0]);
    const deep = await tileOf(dem, { kind: 'heights', encoding: 'terrarium' }, 2);
    const [first, second] = [valuesOf(dem, 10, 10)![0]!, valuesOf(dem, 11, 10)![0]!];
    // The centres of pixels 10 and 11 of the full resolution are at 42 and 46 here.
    for (const [x, share] of [
      [42, 0.125],
      [43, 0.375],
      [44, 0.625],
    ] as const) {
      const [below] = [valuesOf(dem, 10, 11)![0]! - first];
      const expected = first + (second - first) * share + below * 0.125;
      expect(Math.abs(decoders.terrarium(deep(x, 42)) - expected)).toBeLessThan(0.2);
    }
  });
});

const hasGdaldem = hasProgram('which', 'gdaldem');

describe('a shaded relief', () => {
  it.skipIf(!hasGdaldem)(`is that of gdaldem${hasGdaldem ? '' : ' (skipped: gdaldem is not installed)'}`, async () => {
    await expectAsGdaldem(dem, 'made');
  });

  const real = join(SHARED_DATA, 'dem/dsm.tif');
  const reason = !hasGdaldem ? 'gdaldem is not installed' : existsSync(real) ? '' : `${real} is not there`;
  it.skipIf(reason !== '')(`of a real surface is that of gdaldem${reason && ` (skipped: ${reason})`}`, async () => {
    await expectAsGdaldem(await raster('real', real, -9999), 'real');
  });

  it('is lighter where the ground looks to the north-west, and level ground has the colours of the legend', async () => {
    const [shaded, relief] = [await tileOf(dem, 'elevation'), await tileOf(dem, 'hillshade')];
    const { min, max } = dem.facts.stats![0]!;
    let [compared, worst] = [0, 0];
    for (let pixel = 0; pixel < 65_536; pixel += 11) {
      const [x, y] = [pixel % 256, Math.floor(pixel / 256)];
      const [height = NaN] = valuesOf(dem, x, y) ?? [];
      if (!isHeight(height)) continue;
      const light = 0.3 + (relief(x, y)[0] - 1) / 254;
      const colour = colourOf('terrain', (height - min) / (max - min));
      compared += 1;
      colour.forEach((value, channel) => {
        worst = Math.max(worst, Math.abs(Math.min(255, value * light) - shaded(x, y)[channel]!));
      });
    }
    expect(compared).toBeGreaterThan(2000);
    expect(worst).toBeLessThanOrEqual(2);
  });
});

/** @param of heights in metres; gdaldem is told what a metre is at this latitude of Web Mercator */
async function expectAsGdaldem(of: Raster, name: string): Promise<void> {
  const [{ zoom }] = of.facts.levels;
  const y = (of.place.y + 0.5) / 2 ** zoom;
  const latitude = Math.atan(Math.sinh(Math.PI * (1 - 2 * y)));
  const theirs = join(folder, `${name}-theirs.tif`);
  const options = ['-q', '-compute_edges', '-z', String(1 / Math.cos(latitude))];
  await outputOf('gdaldem', ['hillshade', of.file.path, theirs, ...options]);
  const raw = join(folder, `${name}-theirs.raw`);
  await gdal('gdal_translate', theirs, raw, ['-of', 'ENVI', '-ot', 'Float64']);
  const expected: Raster = { ...of, pixels: await readEnvi(raw) };
  const at = await tileOf(of, 'hillshade');
  const off: number[] = [];
  for (let row = 0; row < 256; row += 1)
    for (let column = 0; column < 256; column += 1) {
      const [grey = 0] = valuesOf(expected, column, row) ?? [];
      const [red, green, blue, alpha] = at(column, row);
      if (grey === 0 || alpha === 0) continue;
      expect([green, blue]).toEqual([red, red]);
      off.push(Math.abs(red - grey));
    }
  const sorted = off.toSorted((a, b) => a - b);
  expect(sorted.length).toBeGreaterThan(5000);
  // They differ beside gaps, and by the ellipsoid: 1 percent of a slope at most.
  expect(sorted[Math.floor(sorted.length * 0.98)]).toBeLessThanOrEqual(2);
  expect(sorted.reduce((sum, value) => sum + value, 0) / sorted.length).toBeLessThan(1);
}

describe('tiles in looks', () => {
  it('are drawn once, and never stand for each other', async () => {
    const looks: DrawnLook[] = [
      'hillshade',
      'elevation',
      { kind: 'band', band: 0, colours: 'magma', range: null },
      { kind: 'band', band: 0, colours: 'inferno', range: null },
      { kind: 'band', band: 0, colours: 'inferno', range: [0, 200] },
      { kind: 'elevation', colours: 'magma', range: null },
      { kind: 'heights', encoding: 'mapbox' },
    ];
    const ask = (look: DrawnLook) => looked.tile(dem.file, dem.facts, look, { ...dem.place, scale: 2, format: 'png' });
    drawn.mockClear();
    const first = await Promise.all([...looks, ...looks].map(ask));
    const second = await Promise.all(looks.map(ask));
    expect(drawn).toHaveBeenCalledTimes(looks.length);
    const texts = first.slice(0, looks.length).map(({ bytes }) => Buffer.from(bytes).toString('base64'));
    expect(new Set(texts).size).toBe(looks.length);
    expect(second.map(({ bytes }) => Buffer.from(bytes).toString('base64'))).toEqual(texts);
    await looked.tile({ ...dem.file, version: '2' }, dem.facts, 'hillshade', { ...dem.place, scale: 2, format: 'png' });
    expect(drawn).toHaveBeenCalledTimes(looks.length + 1);
  });

  it('of heights are one picture beside the raster, that no thread draws', async () => {
    drawn.mockClear();
    for (const encoding of ['terrarium', 'mapbox'] as const)
      for (const scale of [1, 2] as const) {
        const [one, other] = await Promise.all(
          [0, 1].map((x) =>
            looked.tile(dem.file, dem.facts, { kind: 'heights', encoding }, { z: 5, x, y: 0, scale, format: 'best' }),
          ),
        );
        expect(other).toBe(one);
        const { data, info } = await sharp(one!.bytes).raw().toBuffer({ resolveWithObject: true });
        expect([one!.contentType, info.width]).toEqual(['image/png', 256 * scale]);
        const zero = encoding === 'terrarium' ? [128, 0, 0] : [1, 134, 160];
        expect([...data.subarray(0, 3), ...data.subarray(-info.channels).subarray(0, 3)]).toEqual([...zero, ...zero]);
      }
    expect(drawn).not.toHaveBeenCalled();
  });

  it('of heights beside the raster are encoded in turn: a caller who asks for too many different ones is told to wait', async () => {
    const tile = (fill: number) =>
      looked.tile(
        dem.file,
        dem.facts,
        { kind: 'heights', encoding: 'terrarium', fill },
        { z: 5, x: 0, y: 0, scale: 1, format: 'best' },
      );
    // One is encoded and a thousand wait, as of all other tiles.
    const answers = await Promise.allSettled(Array.from({ length: 1500 }, (_, index) => tile(index + 1)));
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []));
    expect(refused.length).toBeGreaterThan(0);
    for (const reason of refused) expect(reason).toMatchObject({ name: 'RasterError', code: 'limit' });
    const pixels = await sharp((await tile(7)).bytes)
      .raw()
      .toBuffer();
    expect([...pixels.subarray(0, 3)]).toEqual([128, 7, 0]);
  });

  it('are transparent beside the raster, and refused where there is no tile', async () => {
    const empty = await looked.tile(dem.file, dem.facts, 'hillshade', { z: 5, x: 0, y: 0, scale: 1, format: 'webp' });
    expect(empty.contentType).toBe('image/webp');
    expect((await sharp(empty.bytes).stats()).isOpaque).toBe(false);
    await expect(
      looked.tile(dem.file, dem.facts, 'hillshade', { z: 3, x: 8, y: 0, scale: 1, format: 'png' }),
    ).rejects.toMatchObject({ code: 'out of range' });
  });

  it('have a range of their own where an index has none', async () => {
    const look = { kind: 'expression', expression: 'GRVI', bands: [4, 1], colours: 'viridis', range: null } as const;
    const at = await tileOf(spectral, look);
    const seen = new Set(Array.from({ length: 400 }, (_, step) => String(at((step * 7) % 256, (step * 13) % 256))));
    expect(seen.size).toBeGreaterThan(50);
  });
});
