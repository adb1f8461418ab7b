import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { SHARED_DATA } from '../../../../test/support/shared-data.ts';
import { createEngine } from '../../../engine/index.ts';
import { createProjections } from '../../../projections/index.ts';
import { openCogFile } from '../cog/cog-file.ts';
import type { CogFacts } from '../cog/cog-facts.ts';
import { worldPixels, WORLD_HALF_METRES } from '../cog/mercator-grid.ts';
import { alphaMaxOf, chooseDisplay } from '../draw/colour.ts';
import { generateRaster, type GeneratedRaster } from '../testing/generated-rasters.ts';
import { gdal } from '../testing/gdal.ts';
import type { PixelFile } from '../testing/pixel-file.ts';
import { comparePixels, warpGrid } from '../testing/reference-warp.ts';
import { makeCog, type TestCompression, writeStats } from '../testing/test-cog.ts';
import { createPicturePlaces } from './picture-places.ts';
import { type DrawContext, drawMap } from './draw-map.ts';
import { createPaintedBlocks } from './painted-blocks.ts';
import type { MapGrid } from '../../../render/index.ts';

vi.setConfig({ testTimeout: 60_000 });

interface Case {
  readonly name: string;
  readonly compression: TestCompression;
  /** Relative to the shared data; else generated. */
  readonly file?: string;
  readonly raster?: GeneratedRaster;
  readonly prepare?: readonly string[];
  readonly nodata?: number;
  /** Mean difference in grey levels; 2 unless told, with the reason beside it. */
  readonly limit?: number;
  readonly grids: readonly AskedGrid[];
}

/** A grid around the middle of the raster. */
interface AskedGrid {
  readonly crs: string;
  /** Pixels of the full resolution in one of the picture. */
  readonly scale: number;
  /** From the middle, in pictures. */
  readonly shift?: readonly [x: number, y: number];
}

const SIDE = { width: 230, height: 210 } as const;
/** Stands for the zone that the raster lies in. */
const UTM = 'UTM';
/** Enlarged, between levels, and far below; pictures with the edge of the data in them. */
const ALL: readonly AskedGrid[] = [
  { crs: 'EPSG:3857', scale: 0.31 },
  { crs: 'EPSG:3857', scale: 1.37 },
  { crs: 'EPSG:3857', scale: 3.3, shift: [0.3, 0.2] },
  { crs: 'EPSG:4326', scale: 1.9, shift: [0.4, 0.3] },
  { crs: 'EPSG:4326', scale: 0.6 },
  { crs: UTM, scale: 1.6, shift: [0.4, 0.3] },
  { crs: UTM, scale: 0.45, shift: [1, 0] },
  { crs: 'EPSG:3413', scale: 1.2, shift: [0.4, 0.3] },
  { crs: 'EPSG:3413', scale: 5 },
];
/** With the edge of the data in the picture. */
const EDGES = [2, 3, 5, 7].map((index) => ALL[index]!);
const RGB = { width: 700, height: 600, bands: 3, type: 'uint8', low: 0, high: 255 } as const;

const CASES: readonly Case[] = [
  { name: 'rgb-jpeg', compression: 'JPEG', raster: RGB, grids: ALL },
  { name: 'rgb-mask', compression: 'DEFLATE', raster: { ...RGB, bands: 4, mask: true }, grids: EDGES },
  { name: 'rgb-alpha', compression: 'DEFLATE', raster: { ...RGB, bands: 4, alpha: 255 }, grids: EDGES.slice(0, 2) },
  { name: 'rotated', compression: 'DEFLATE', raster: { ...RGB, rotation: 30 }, grids: EDGES.slice(2) },
  {
    name: 'grey-nodata',
    compression: 'DEFLATE',
    nodata: 0,
    raster: { ...RGB, bands: 1, low: 20, nodata: 0 },
    grids: EDGES,
  },
  {
    name: 'uint16',
    compression: 'DEFLATE',
    raster: { ...RGB, type: 'uint16', high: 9000 },
    grids: EDGES.slice(1, 3),
  },
  {
    name: 'float32-nodata',
    compression: 'DEFLATE',
    nodata: -9999,
    raster: { ...RGB, bands: 1, type: 'float32', low: 100, high: 300, nodata: -9999 },
    grids: EDGES.slice(1, 3),
  },
];

const SHARED_CASES: readonly Case[] = [
  { name: 'colorado', file: 'ortho/colorado_cog.tif', compression: 'JPEG', grids: EDGES },
  // Classes of 84 x 46 pixels in colours far apart: every pixel is a border. GDAL reads less of what a picture shows in part
  // only as if it were larger there, and so blurs it less.
  {
    name: 'palette',
    file: 'raster_special/palette_landcover.tif',
    compression: 'DEFLATE',
    prepare: ['-expand', 'rgb'],
    limit: 3,
    grids: EDGES.slice(0, 2),
  },
  {
    name: 'uint16 near the pole',
    file: 'raster_special/uint16_cog.tif',
    compression: 'DEFLATE',
    prepare: ['-outsize', '40%', '40%'],
    grids: [ALL[7]!, ALL[8]!, ALL[1]!],
  },
  { name: 'osbs', file: 'ortho/osbs_029.tif', compression: 'DEFLATE', grids: EDGES },
  { name: 'dsm', file: 'dem/dsm.tif', compression: 'DEFLATE', nodata: -9999, grids: EDGES.slice(1, 3) },
  { name: 'pix4d', file: 'ortho/pix4d_rgba.tif', compression: 'DEFLATE', grids: EDGES },
  { name: 'mask', file: 'raster_special/rgb_internal_mask.tif', compression: 'DEFLATE', grids: EDGES.slice(1, 3) },
];

let folder = '';
const engine = createEngine({ children: 1, callTimeoutMs: 60_000, memoryLimitBytes: 2 ** 31 });
const projections = createProjections(engine);
const context: DrawContext = {
  blocks: createPaintedBlocks(2 ** 24),
  allocate: (bytes) => new Uint8ClampedArray(bytes),
  check: () => undefined,
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-maps-'));
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

// One after the other: all draw in the one child, and a test that waits for others has less than its time.
describe('maps equal a GDAL warp of the COG: generated rasters', () => {
  test.each(CASES)('$name', async (given) => {
    const source = await generateRaster(folder, given.name, given.raster!);
    expect(await findBreaches(given, source)).toEqual([]);
  });
});

describe('maps equal a GDAL warp of the COG: real files', () => {
  if (!existsSync(SHARED_DATA))
    console.warn('Skipped: ../shared/data is absent; generated rasters cover the same code.');
  test.runIf(existsSync(SHARED_DATA)).each(SHARED_CASES)('$name', async (given) => {
    expect(await findBreaches(given, join(SHARED_DATA, given.file!))).toEqual([]);
  });
});

const REAL_INDICES: readonly [string, string][] = [
  ['rededge', 'multispectral/rededge_5band.tif'],
  ['landsat', 'multispectral/landsat7_5band.tif'],
];

describe('indices equal those computed from bands that GDAL warped', () => {
  const generated = { ...RGB, bands: 5, type: 'float32', low: 0.02, high: 0.9, nodata: -10_000 } as const;
  test.each<[string, string | null]>([['generated', null], ...(existsSync(SHARED_DATA) ? REAL_INDICES : [])])(
    '%s',
    async (name, file) => {
      const source = file === null ? await generateRaster(folder, 'bands', generated) : join(SHARED_DATA, file);
      const path = join(folder, `${name}-index.tif`);
      await makeCog(source, path, 'DEFLATE');
      const cog = await openCogFile(path);
      for (const [number, asked] of [ALL[3]!, ALL[5]!].entries()) {
        const grid = await gridOf(cog.facts, asked);
        const control = await createPicturePlaces(grid, projections);
        const reference = await warpGrid(path, `${path}.${number}.raw`, grid, ['-r', 'bilinear']);
        for (const style of ['NDVI', 'NDRE', 'NDWI', 'SAVI', 'EVI'] as const) {
          const { rgba } = await drawMap(cog, control, style, context);
          const { mean, pixels } = compareIndex(rgba, reference, style);
          expect(pixels, style).toBeGreaterThan(500);
          expect(mean, `${style} ${asked.crs}`).toBeLessThan(2);
        }
      }
      await cog.close();
    },
  );
});

/** The formulas once more, written as the interface has them, over bands red, green, blue, red edge, near infrared. */
const FORMULAS = {
  NDVI: (r: number, _g: number, _b: number, _e: number, n: number) => (n - r) / (n + r),
  NDRE: (_r: number, _g: number, _b: number, e: number, n: number) => (n - e) / (n + e),
  NDWI: (_r: number, g: number, _b: number, _e: number, n: number) => (g - n) / (g + n),
  SAVI: (r: number, _g: number, _b: number, _e: number, n: number) => ((n - r) / (n + r + 0.5)) * 1.5,
  EVI: (r: number, _g: number, b: number, _e: number, n: number) => (2.5 * (n - r)) / (n + 6 * r - 7.5 * b + 1),
};

function compareIndex(rgba: Uint8ClampedArray, { bands }: PixelFile, style: keyof typeof FORMULAS) {
  const [red, green, blue, edge, nir, alpha] = bands as readonly [
    ...[Float64Array, Float64Array, Float64Array, Float64Array, Float64Array, Float64Array],
  ];
  let [sum, pixels] = [0, 0];
  for (let at = 0; at < alpha.length; at++) {
    if (alpha[at] !== 255 || rgba[at * 4 + 3] === 0) continue;
    const index = FORMULAS[style](red[at]!, green[at]!, blue[at]!, edge[at]!, nir[at]!);
    if (!Number.isFinite(index)) continue;
    const share = (Math.max(-1, Math.min(1, index)) + 1) / 2;
    const expected = share < 0.5 ? [255, 510 * share, 0] : [510 * (1 - share), 255, 0];
    for (const [channel, value] of expected.entries()) sum += Math.abs(rgba[at * 4 + channel]! - value) / 3;
    pixels++;
  }
  return { mean: sum / pixels, pixels };
}

/** What passes two grey levels, or shows where it should not. */
async function findBreaches(given: Case, original: string): Promise<readonly string[]> {
  const source = given.prepare === undefined ? original : join(folder, `${given.name}-prepared.tif`);
  if (given.prepare !== undefined) await gdal('gdal_translate', original, source, given.prepare);
  const path = join(folder, `${given.name}-cog.tif`);
  await makeCog(source, path, given.compression);
  await writeStats(source, path, given.nodata);
  const cog = await openCogFile(path);
  const { facts } = cog;
  const breaches: string[] = [];
  for (const [index, asked] of given.grids.entries()) {
    const grid = await gridOf(facts, asked);
    const control = await createPicturePlaces(grid, projections);
    const { rgba } = await drawMap(cog, control, 'default', context);
    const reference = await warpGrid(path, `${path}.${index}.raw`, grid, ['-r', 'bilinear']);
    const display = chooseDisplay(facts);
    const alphaStats = display.alpha === null ? null : (facts.stats?.[display.alpha] ?? null);
    const toByte = (value: number, band: number): number => {
      if (facts.sampleType === 'uint8') return value;
      const { min, max } = facts.stats![band]!;
      return Math.max(0, Math.min(255, ((value - min) / (max - min)) * 255));
    };
    const found = comparePixels(rgba, reference, display.bands, toByte, alphaMaxOf(facts.sampleType, alphaStats));
    const name = `${asked.crs} ${asked.scale}`;
    if (found.pixels < 500) breaches.push(`${name}: only ${found.pixels} pixels are compared`);
    if (found.mean >= (given.limit ?? 2)) breaches.push(`${name}: mean difference ${found.mean}`);
    if (found.edge >= 0.004) breaches.push(`${name}: ${found.edge} of the pixels show in one only`);
  }
  await cog.close();
  return breaches;
}

async function gridOf({ levels: [full] }: CogFacts, asked: AskedGrid): Promise<MapGrid> {
  const { scale, shift = [0, 0] } = asked;
  const metres = (2 * WORLD_HALF_METRES) / worldPixels(full.zoom);
  const x = (full.left + full.width / 2) * metres - WORLD_HALF_METRES;
  const y = WORLD_HALF_METRES - (full.top + full.height / 2) * metres;
  const crs =
    asked.crs === UTM
      ? zoneOf(await projections.transform('EPSG:3857', 'EPSG:4326', Float64Array.of(x, y)))
      : asked.crs;
  const [cx, cy, ex, ey, nx, ny] = await projections.transform(
    'EPSG:3857',
    crs,
    Float64Array.of(x, y, x + metres, y, x, y + metres),
  );
  const pixelX = Math.hypot(ex! - cx!, ey! - cy!) * scale;
  const pixelY = Math.hypot(nx! - cx!, ny! - cy!) * scale;
  const { width, height } = SIDE;
  const [midX, midY] = [cx! + shift[0] * width * pixelX, cy! + shift[1] * height * pixelY];
  const box = [
    midX - (width / 2) * pixelX,
    midY - (height / 2) * pixelY,
    midX + (width / 2) * pixelX,
    midY + (height / 2) * pixelY,
  ] as const;
  return { crs, box, ...SIDE };
}

function zoneOf([longitude = 0, latitude = 0]: Float64Array): string {
  return `EPSG:${(latitude < 0 ? 32_700 : 32_600) + Math.floor(longitude / 6) + 31}`;
}
