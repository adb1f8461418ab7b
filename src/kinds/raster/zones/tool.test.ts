import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasProgram, outputOf } from '../../../../test/support/programs.ts';
import { hasSharedData, SHARED_DATA } from '../../../../test/support/shared-data.ts';
import { gdal, maskOf } from '../../../geodata/geo-driver.child.ts';
import { openToolBench, type ToolBench } from '../../../tasks/testing/run-tool.ts';
import { cancelledRun } from '../../../tools/testing/cancelled.ts';
import { heightFile } from '../../terrain/testing/height-file.ts';
import type { ZoneAnswer } from './request.ts';
import { rasterZones } from './tool.ts';

const GRID = { affine: [500_000, 2, 0, 4_000_000, 0, -2], epsg: 32632 } as const;
const field = heightFile({
  ...GRID,
  width: 90,
  height: 70,
  nodata: -9999,
  heightAt: (x, y) =>
    (x - 40) ** 2 + (y - 30) ** 2 < 30 ? NaN : 20 * Math.sin(x / 9) * Math.cos(y / 7) + Math.abs(x - y) / 3,
});
const hasPolygonize = hasProgram('gdal_polygonize.py', '--help');
if (!hasPolygonize) console.log('Skipped: zones beside gdal_polygonize.py, which is not installed.');

let bench: ToolBench;
let folder: string;
beforeAll(async () => {
  bench = await openToolBench();
  folder = await mkdtemp(join(tmpdir(), 'alidade-zones-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await bench[Symbol.asyncDispose]();
});

interface Zone {
  readonly class: number;
  readonly low: number;
  readonly high: number;
  readonly mean: number;
  readonly area_m2: number;
  readonly area: number;
  readonly type: string;
  readonly west: number;
  readonly east: number;
  readonly isValid: boolean;
}

async function made(parameters: object, file: Buffer | string) {
  const { written, said, end, log } = await bench.run(
    rasterZones,
    { path: 'a/field.tif', ...parameters },
    { 'a/field.tif': file },
  );
  const [[path, bytes] = []] = [...written];
  const place = join(folder, path!.replaceAll('/', '-'));
  await writeFile(place, bytes!);
  const facts = end.facts as unknown as ZoneAnswer & { readonly outputPath: string };
  return { path, bytes: bytes!, facts, log, said: said.get(path!), ...readZones(place) };
}

function readZones(path: string): { readonly zones: readonly Zone[]; readonly crs: string | null } {
  const dataset = gdal.open(path);
  const layer = dataset.layers.get(0);
  const zones = layer.features.map((feature) => {
    const shape = feature.getGeometry()!;
    const { minX, maxX } = shape.getEnvelope();
    return {
      ...(feature.fields.toObject() as Omit<Zone, 'area' | 'type' | 'isValid' | 'west' | 'east'>),
      area: (shape as unknown as { getArea(): number }).getArea(),
      type: shape.name,
      west: minX,
      east: maxX,
      isValid: shape.isValid(),
    };
  });
  const crs = layer.srs?.getAuthorityCode(null as unknown as string) ?? null;
  dataset.close();
  return { zones, crs };
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

describe.skipIf(!hasPolygonize)('beside gdal_polygonize.py (skipped: it is not installed)', () => {
  const files: (readonly [name: string, file: Buffer | string, band: number])[] = [['field', field, 1]];
  if (hasSharedData) files.push(['plot', join(SHARED_DATA, 'multispectral/plot615_bgrren.tif'), 5]);

  it.each(files)('%s has the same areas', async (name, file, band) => {
    const breaks = name === 'field' ? [-5, 5, 20] : [0.11, 0.12, 0.14];
    const own = await made({ band, method: 'breaks', breaks, minArea: 0, outputPath: `${name}.gpkg` }, file);
    const source = typeof file === 'string' ? file : join(folder, `${name}.tif`);
    if (typeof file !== 'string') await writeFile(source, file);
    const classed = join(folder, `${name}-classes.tif`);
    await writeClasses(source, classed, band, breaks);
    const theirs = join(folder, `${name}-theirs.gpkg`);
    await outputOf('gdal_polygonize.py', ['-q', '-of', 'GPKG', classed, theirs, 'zones', 'class']);
    const expected = readZones(theirs).zones;
    const pixel = pixelOf(classed);
    const sorted = (zones: readonly Zone[]) =>
      zones.map(({ class: number, area }) => `${number} ${Math.round(area / pixel)}`).toSorted();
    expect(own.zones.length).toBeGreaterThan(5);
    expect(sorted(own.zones)).toEqual(sorted(expected));
  });
});

/** Area of a pixel in units of the plane. */
function pixelOf(path: string): number {
  const dataset = gdal.open(path);
  const [, width = 0, , , , height = 0] = dataset.geoTransform ?? [];
  dataset.close();
  return Math.abs(width * height);
}

/** The classes of a band as a raster that a judge reads. */
async function writeClasses(source: string, target: string, number: number, breaks: readonly number[]): Promise<void> {
  const from = gdal.open(source);
  const { x: width, y: height } = from.rasterSize;
  const band = from.bands.get(number);
  const values = band.pixels.read(0, 0, width, height, new Float64Array(width * height), { type: 'Float64' });
  const mask = maskOf(band).pixels.read(0, 0, width, height, new Uint8Array(width * height), { type: 'Byte' });
  const to = gdal.open(target, 'w', 'GTiff', width, height, 1, 'Byte');
  if (from.srs !== null) to.srs = from.srs;
  if (from.geoTransform !== null) to.geoTransform = from.geoTransform;
  const isGap = (at: number) => mask[at] === 0 || Number.isNaN(values[at]);
  const classes = Uint8Array.from(values, (value, at) =>
    isGap(at) ? 0 : 1 + breaks.filter((each) => value >= each).length,
  );
  to.bands.get(1).noDataValue = 0;
  to.bands.get(1).pixels.write(0, 0, width, height, classes);
  to.close();
  from.close();
}

it('areas of zones are those of the pixels with a value, each with its bounds, mean and class', async () => {
  const { zones, facts, path, said } = await made({ classes: 4, smoothing: 4, minArea: 100 }, field);
  expect(path).toBe('a/field_zones.geojson');
  const gap = 97;
  expect(sumOf(zones.map(({ area_m2 }) => area_m2))).toBeCloseTo((90 * 70 - gap) * 4, 3);
  expect(facts.area_m2).toBeCloseTo((90 * 70 - gap) * 4, 3);
  expect(facts.features).toBe(zones.length);
  expect(facts.lonePieces).toBe(0);
  expect(facts.classes.map(({ class: number }) => number)).toEqual([1, 2, 3, 4]);
  for (const zone of zones) {
    expect(zone).toMatchObject({ type: 'POLYGON', isValid: true });
    expect(zone.area_m2).toBeGreaterThanOrEqual(100);
    expect(zone).toMatchObject({ low: facts.classes[zone.class - 1]!.low, high: facts.classes[zone.class - 1]!.high });
  }
  const means = facts.classes.map(({ mean }) => mean!);
  expect(means).toEqual(means.toSorted((one, other) => one - other));
  const breaks = [...facts.classes.map(({ low }) => low), facts.classes.at(-1)!.high];
  expect(said).toMatchObject({
    style: {
      classes: { property: 'low', breaks, colours: ['#a50026', expect.any(String), expect.any(String), '#006837'] },
    },
  });
});

it('formats keep the CRS, or have longitude and latitude; one area a class has all of its pieces', async () => {
  const options = { classes: 3, features: 'classes', minArea: 0, tolerance: 2 };
  const geoPackage = await made({ ...options, outputPath: 'z.gpkg' }, field);
  const flat = await made({ ...options, outputPath: 'z.fgb' }, field);
  const geoJson = await made(options, field);
  expect([geoPackage.crs, flat.crs, geoJson.crs]).toEqual(['32632', '32632', '4326']);
  for (const { zones, facts } of [geoPackage, flat, geoJson]) {
    expect(zones.map((zone) => zone.class).toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
    expect(zones.every(({ isValid, type }) => isValid && type === 'MULTIPOLYGON')).toBe(true);
    expect(sumOf(facts.classes.map(({ pieces }) => pieces))).toBeGreaterThan(3);
  }
  // Straightened borders move areas, not the whole.
  expect(sumOf(geoPackage.zones.map(({ area }) => area))).toBeCloseTo(geoPackage.facts.area_m2, -2);
});

it('are the same each time', async () => {
  const [one, other] = [
    await made({ classes: 6, smoothing: 3 }, field),
    await made({ classes: 6, smoothing: 3 }, field),
  ];
  expect(one.bytes.equals(other.bytes)).toBe(true);
});

it('an index is computed of its bands, and unknown ones are refused with a reason', async () => {
  const bands = heightFile({ ...GRID, width: 40, height: 20, bands: 5, heightAt: (x) => (x < 20 ? 10 : 30) });
  const { zones } = await made({ formula: 'NDVI', bandFilter: 'RGBReN' }, bands);
  // All bands hold the same: NDVI is 0 everywhere.
  expect(zones).toMatchObject([{ class: 1, mean: 0, area_m2: 3200 }]);
  await expect(made({ formula: 'NDVI' }, field)).rejects.toMatchObject({ message: /no band N/ });
});

it('of a raster with many pixels squares of them are taken, which is told', async () => {
  const many = heightFile({ ...GRID, width: 3000, height: 2000, type: 'UInt16', heightAt: (x) => (x < 1500 ? 1 : 5) });
  const { facts, log, zones } = await made({ classes: 2 }, many);
  expect(facts).toMatchObject({ isReduced: true, columns: 1500, rows: 1000, pixelSize: 4, features: 2 });
  expect(log.join()).toContain('1500 x 1000');
  expect(zones.map(({ area_m2 }) => area_m2)).toEqual([12_000_000, 12_000_000]);
});

it.each([
  ['one pixel', 1, 1],
  ['a row', 50, 1],
  ['a column', 1, 50],
])('%s is a raster, too', async (_, width, height) => {
  const { facts, zones } = await made(
    { smoothing: 5 },
    heightFile({ ...GRID, width, height, heightAt: (x, y) => x + y }),
  );
  expect(facts.area_m2).toBe(width * height * 4);
  expect(zones.every(({ isValid }) => isValid)).toBe(true);
});

it.each([
  ['rotated', [500_000, 1.6, -1.2, 4_000_000, -1.2, -1.6]],
  ['mirrored', [500_000, 2, 0, 4_000_000, 0, 2]],
] as const)('a %s grid has zones where its pixels are', async (_, affine) => {
  const turned = heightFile({ ...GRID, affine, width: 60, height: 40, heightAt: (x, y) => Math.hypot(x - 30, y - 20) });
  const { zones } = await made({ classes: 3, minArea: 0, outputPath: 't.gpkg' }, turned);
  expect(sumOf(zones.map(({ area }) => area))).toBeCloseTo(60 * 40 * 4, 3);
  expect(zones.every(({ isValid }) => isValid)).toBe(true);
});

it('zones over the antimeridian are cut there in GeoJSON', async () => {
  const affine = [3_338_000, 100, 0, 0, 0, -100] as const;
  const pacific = heightFile({ affine, epsg: 3832, width: 60, height: 40, heightAt: (_, y) => (y < 20 ? 1 : 9) });
  const { zones } = await made({ classes: 2, features: 'classes' }, pacific);
  for (const { west, east, area } of zones) {
    expect([Math.round(west), Math.round(east)]).toEqual([-180, 180]);
    expect(area).toBeLessThan(0.01);
  }
});

it('refusals say what is wrong', async () => {
  await expect(made({ method: 'breaks' }, field)).rejects.toMatchObject({ message: /need the bounds/ });
  await expect(made({ breaks: [1] }, field)).rejects.toMatchObject({ message: /Bounds were given/ });
  await expect(made({ rescale: '2,1' }, field)).rejects.toMatchObject({ message: /less than the second/ });
  await expect(made({ classes: 11 }, field)).rejects.toMatchObject({ code: 'invalid-input' });
  await expect(made({ band: 2 }, field)).rejects.toMatchObject({ message: /no band 2/ });
  await expect(made({ outputPath: 'z.shp' }, field)).rejects.toMatchObject({ message: /end with \.geojson/ });
  const empty = heightFile({ ...GRID, width: 9, height: 9, nodata: -1, heightAt: () => NaN });
  await expect(made({}, empty)).rejects.toMatchObject({ message: /no pixel has a value/ });
  let seed = 7;
  const noise = () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
  const speckled = heightFile({ ...GRID, width: 700, height: 700, heightAt: noise });
  await expect(made({ minArea: 0 }, speckled)).rejects.toMatchObject({ message: /too many small ones/ });
  // The same with a least area is a map.
  expect((await made({}, speckled)).facts.features).toBeGreaterThan(0);
}, 60_000);

it.skipIf(!hasSharedData).each([
  ['hostile/corrupt_tile.tif', 'invalid-input'],
  ['raster_special/all_nodata_u16.tif', 'invalid-input'],
  ['raster_special/gcps_only.tif', 'invalid-input'],
  ['raster_special/nocrs_height.tif', 'invalid-input'],
])('%s has no zones, and nothing is written (skipped: no ../shared/data)', async (path, code) => {
  await expect(made({}, join(SHARED_DATA, path))).rejects.toMatchObject({ code });
});

it('ends when it is cancelled', async () => {
  expect(await cancelledRun(bench, rasterZones, { path: 'd.tif', minArea: 0 }, { 'd.tif': field })).toBe('aborted');
});
