import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { CogFacts } from '../cog/cog-facts.ts';
import { createRasterTiles } from '../index.ts';
import { generateRaster } from '../testing/generated-rasters.ts';
import type { GeneratedRaster } from '../testing/generated-rasters.ts';
import { gdal } from '../testing/gdal.ts';
import { compareTile, warpTile } from '../testing/reference-warp.ts';
import type { Difference } from '../testing/reference-warp.ts';
import { makeCog, writeStats } from '../testing/test-cog.ts';
import type { TestCompression } from '../testing/test-cog.ts';
import { alphaMaxOf, chooseDisplay } from './colour.ts';

/** Mean differences allowed, in grey levels, by zoom relative to the full resolution. */
interface Limits {
  readonly native: number;
  readonly below1: number;
  readonly below3: number;
  readonly over2: number;
}

/**
 * Below the full resolution the reference is GDAL's average of the source and ours the average of overviews of the warp;
 * beyond it, an interpolation of the source and ours of the warp.
 */
const DEFAULT_LIMITS: Limits = { native: 2, below1: 2, below3: 2, over2: 2 };

/** Name, zooms from the full resolution, GDAL's resampling. */
const ZOOMS = [
  ['native', 0, 'bilinear'],
  ['below1', -1, 'average'],
  ['below3', -3, 'average'],
  ['over2', 2, 'bilinear'],
] as const;

/** How a source becomes a COG, and what is special about comparing it. */
interface Case {
  readonly name: string;
  readonly compression: TestCompression;
  readonly options?: readonly string[];
  /** Passed through gdal_translate first: palettes are expanded, as the build does, and large files cut. */
  readonly prepare?: readonly string[];
  readonly nodata?: number;
  /** Where the compared tiles lie, as fractions of the COG from the west and the north; the middle if absent. */
  readonly at?: readonly [number, number];
  /** Only what depends on the sample type: its decoding. */
  readonly nativeOnly?: boolean;
  /** Other limits, with the reason beside them. */
  readonly limits?: Partial<Limits>;
}

interface GeneratedCase extends Case {
  readonly raster: GeneratedRaster;
}

const RGB = { width: 700, height: 600, bands: 3, type: 'uint8', low: 0, high: 255 } as const;

const GENERATED: readonly GeneratedCase[] = [
  { name: 'rgb-jpeg', compression: 'JPEG', raster: RGB },
  { name: 'rgb-deflate', compression: 'DEFLATE', raster: RGB },
  { name: 'rgb-mask', compression: 'JPEG', raster: { ...RGB, bands: 4, mask: true } },
  { name: 'rgb-alpha', compression: 'DEFLATE', raster: { ...RGB, bands: 4, alpha: 255 } },
  { name: 'rotated', compression: 'JPEG', raster: { ...RGB, rotation: 30 } },
  { name: 'grey-nodata', compression: 'DEFLATE', nodata: 0, raster: { ...RGB, bands: 1, low: 20, nodata: 0 } },
  { name: 'uint16-rgb', nativeOnly: true, compression: 'DEFLATE', raster: { ...RGB, type: 'uint16', high: 9000 } },
  {
    name: 'uint16-alpha',
    nativeOnly: true,
    compression: 'DEFLATE',
    raster: { ...RGB, bands: 4, type: 'uint16', high: 9000, alpha: 65535 },
  },
  {
    name: 'int16',
    nativeOnly: true,
    compression: 'DEFLATE',
    raster: { ...RGB, bands: 1, type: 'int16', low: -400, high: 900 },
  },
  {
    name: 'uint32',
    nativeOnly: true,
    compression: 'DEFLATE',
    raster: { ...RGB, bands: 2, type: 'uint32', low: 1e6, high: 2e6 },
  },
  {
    name: 'int32',
    nativeOnly: true,
    compression: 'DEFLATE',
    raster: { ...RGB, bands: 1, type: 'int32', low: -1e6, high: 2e6 },
  },
  {
    name: 'float32-nodata',
    compression: 'DEFLATE',
    nodata: -9999,
    raster: { ...RGB, bands: 1, type: 'float32', low: 100, high: 300, nodata: -9999 },
  },
  {
    name: 'float64-bigtiff',
    compression: 'DEFLATE',
    options: ['-co', 'BIGTIFF=YES'],
    raster: { ...RGB, width: 300, height: 300, bands: 2, type: 'float64', low: -1, high: 1 },
  },
];

/** Lossless but for one: what JPEG loses has nothing to do with drawing, and is compared on its own further down. */
const SHARED_CASES: readonly (Case & { readonly file: string })[] = [
  // Detail of single pixels, of which JPEG keeps a quarter of the colour samples.
  { name: 'colorado', file: 'ortho/colorado_cog.tif', compression: 'JPEG', limits: { below1: 4, below3: 3 } },
  { name: 'landsat7', file: 'ortho/landsat7_rgb.tif', compression: 'DEFLATE' },
  {
    name: 'naip',
    file: 'ortho/naip_2009_cog.tif',
    compression: 'DEFLATE',
    prepare: ['-srcwin', '0', '0', '500', '500'],
  },
  { name: 'osbs', file: 'ortho/osbs_029.tif', compression: 'DEFLATE' },
  // Its 0.35 m lie between two zooms, so that enlarging interpolates what the warp has interpolated.
  { name: 'pix4d', file: 'ortho/pix4d_rgba.tif', compression: 'DEFLATE', limits: { over2: 4 } },
  { name: 'webmercator', file: 'ortho/webmercator_rgba.tif', compression: 'DEFLATE', at: [0.17, 0.93] },
  // 13 x 12 pixels, mostly empty.
  {
    name: 'float-nodata',
    file: 'raster_special/float_nodata_min.tif',
    compression: 'DEFLATE',
    nodata: Math.fround(-3.4e38),
    limits: { below1: 4 },
  },
  // Classes of 84 x 46 pixels in colours far apart: every pixel is a border, where two interpolations differ most.
  {
    name: 'palette',
    file: 'raster_special/palette_landcover.tif',
    compression: 'DEFLATE',
    prepare: ['-expand', 'rgb'],
    limits: { below1: 4, below3: 7, over2: 7 },
  },
  { name: 'mask', file: 'raster_special/rgb_internal_mask.tif', compression: 'DEFLATE' },
  // 20 x 20 pixels of noise.
  {
    name: 'rotated-utm',
    file: 'raster_special/rotated_utm.tif',
    compression: 'DEFLATE',
    limits: { below3: 4, over2: 4 },
  },
  {
    name: 'uint16',
    file: 'raster_special/uint16_cog.tif',
    compression: 'DEFLATE',
    prepare: ['-srcwin', '900', '900', '500', '500'],
  },
  { name: 'uint16-rgba', file: 'raster_special/uint16_rgba.tif', compression: 'DEFLATE' },
  { name: 'webp', file: 'raster_special/webp_rgba.tif', compression: 'DEFLATE', at: [0.2, 0.2] },
  { name: 'world', file: 'raster_special/world_4326.tif', compression: 'DEFLATE', prepare: ['-outsize', '50%', '50%'] },
  { name: 'dsm', file: 'dem/dsm.tif', compression: 'DEFLATE', nodata: -9999 },
  { name: 'rededge', file: 'multispectral/rededge_5band.tif', compression: 'DEFLATE', nodata: -10000 },
];

const SHARED = fileURLToPath(new URL('../../../../../shared/data/', import.meta.url));

vi.setConfig({ testTimeout: 60_000 });

const tiles = createRasterTiles();
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-raster-'));
});

afterAll(async () => {
  await tiles.close();
  await rm(folder, { recursive: true, force: true });
});

describe.concurrent('drawn tiles equal a GDAL warp of the source: generated rasters', () => {
  test.each(GENERATED)('$name', async (given) => {
    expect(await findBreaches(given, await generateRaster(folder, given.name, given.raster))).toEqual([]);
  });
});

describe('JPEG blocks decode as GDAL decodes them', () => {
  test('bytes within 1 grey level of GDAL reading the same COG', async () => {
    const path = join(folder, 'jpeg-decode.tif');
    await makeCog(await generateRaster(folder, 'jpeg-source', RGB), path, 'JPEG');
    const facts = await tiles.facts({ path });
    const difference = await compareOne({ path, source: path, facts, steps: 0, resampling: 'near', at: [0.5, 0.5] });
    expect(difference.pixels).toBe(256 * 256);
    expect(difference.mean).toBeLessThan(1);
  });
});

describe.concurrent('drawn tiles equal a GDAL warp of the source: real files', () => {
  if (!existsSync(SHARED)) {
    console.warn('Skipped: ../shared/data is absent; the generated rasters cover the same code.');
  }
  test.runIf(existsSync(SHARED)).each(SHARED_CASES)('$name', async (given) => {
    expect(await findBreaches(given, join(SHARED, given.file))).toEqual([]);
  });
});

/** Compares four zooms and tells what passes the limits of the case. */
async function findBreaches(given: Case, original: string): Promise<readonly string[]> {
  const source = given.prepare === undefined ? original : join(folder, `${given.name}-prepared.tif`);
  if (given.prepare !== undefined) await gdal('gdal_translate', original, source, given.prepare);
  const path = join(folder, `${given.name}-cog.tif`);
  await makeCog(source, path, given.compression, given.options);
  const { sampleType } = await tiles.facts({ path });
  if (sampleType !== 'uint8') await writeStats(source, path, given.nodata);
  tiles.forget(path);
  const facts = await tiles.facts({ path });
  const limits = { ...DEFAULT_LIMITS, ...given.limits };
  const breaches: string[] = [];
  for (const [name, steps, resampling] of given.nativeOnly ? ZOOMS.slice(0, 1) : ZOOMS) {
    const found = await compareOne({ path, source, facts, steps, resampling, at: given.at ?? [0.5, 0.5] });
    if (name === 'native' && found.pixels < 100) breaches.push(`only ${found.pixels} pixels are compared`);
    if (found.mean >= limits[name]) breaches.push(`${name}: mean difference ${found.mean}`);
    // A line of pixels along the border of the data, where a half covered pixel may fall to either side.
    if (found.edge >= 0.01) breaches.push(`${name}: ${found.edge} of the pixels show in one only`);
  }
  return breaches;
}

interface Comparison {
  readonly path: string;
  readonly source: string;
  readonly facts: CogFacts;
  /** Zooms from the full resolution. */
  readonly steps: number;
  readonly resampling: string;
  readonly at: readonly [number, number];
}

async function compareOne({ path, source, facts, steps, resampling, at }: Comparison): Promise<Difference> {
  const [full] = facts.levels;
  const z = Math.max(0, full.zoom + steps);
  const scale = 2 ** (z - full.zoom) / 256;
  const x = Math.floor((full.left + full.width * at[0]) * scale);
  const y = Math.floor((full.top + full.height * at[1]) * scale);
  const reference = await warpTile(source, `${path}.warp${steps}.raw`, { z, x, y }, resampling);
  const { bytes } = await tiles.tile({ path }, { z, x, y, scale: 1, format: 'png' });
  const display = chooseDisplay(facts);
  const alphaStats = display.alpha === null ? null : (facts.stats?.[display.alpha] ?? null);
  const toByte = (value: number, band: number) => {
    if (facts.sampleType === 'uint8') return value;
    const { min, max } = facts.stats![band]!;
    // A band of one value is drawn as middle grey.
    return max === min ? 127 : Math.max(0, Math.min(255, ((value - min) / (max - min)) * 255));
  };
  return compareTile(bytes, reference, display.bands, toByte, alphaMaxOf(facts.sampleType, alphaStats));
}
