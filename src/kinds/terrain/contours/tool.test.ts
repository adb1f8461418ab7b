import { rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Gdal from 'gdal-async';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasSharedData, SHARED_DATA } from '../../../../test/support/shared-data.ts';
import { hasProgram, outputOf } from '../../../../test/support/programs.ts';
import { heightFile } from '../testing/height-file.ts';
import { openToolBench, type ToolBench } from '../../../tasks/testing/run-tool.ts';
import { cancelledRun } from '../../../tools/testing/cancelled.ts';
import { contours } from './tool.ts';

const gdal: typeof Gdal = createRequire(import.meta.url)('gdal-async');

const GRID = { affine: [500_000, 2, 0, 4_000_000, 0, -2], epsg: 32632 } as const;
const hills = heightFile({
  ...GRID,
  width: 90,
  height: 70,
  nodata: -9999,
  heightAt: (x, y) =>
    (x - 40) ** 2 + (y - 30) ** 2 < 30 ? NaN : 20 * Math.sin(x / 9) * Math.cos(y / 7) + Math.abs(x - y) / 3,
});
const hasContour = hasProgram('which', 'gdal_contour');

let bench: ToolBench;
let folder: string;
beforeAll(async () => {
  bench = await openToolBench();
  folder = await mkdtemp(join(tmpdir(), 'alidade-contours-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await bench[Symbol.asyncDispose]();
});

interface Line {
  readonly height: number;
  readonly positions: readonly (readonly number[])[];
}

async function made(parameters: object, file: Buffer | string) {
  const { written, end } = await bench.run(contours, { path: 'a/dem.tif', ...parameters }, { 'a/dem.tif': file });
  const [[path, bytes] = []] = [...written];
  const place = join(folder, path!.replaceAll('/', '-'));
  await writeFile(place, bytes!);
  return { path, facts: end.facts, ...readLines(place) };
}

function readLines(path: string): { readonly lines: readonly Line[]; readonly crs: string; readonly fields: string[] } {
  const dataset = gdal.open(path);
  const layer = dataset.layers.get(0);
  const fields = layer.fields.getNames();
  const lines = layer.features.map((feature) => {
    const { coordinates } = JSON.parse(feature.getGeometry()!.toJSON()) as { coordinates: number[][] };
    return { height: Number(feature.fields.get(fields.at(-1)!)), positions: coordinates };
  });
  const crs = layer.srs?.getAuthorityCode(null as unknown as string) ?? '';
  dataset.close();
  return { lines, crs, fields };
}

/** Positions by level, to a centimetre. */
const positionsOf = (lines: readonly Line[]): Set<string> =>
  new Set(
    lines.flatMap(({ height, positions }) => positions.map(([x, y]) => `${height} ${x!.toFixed(2)} ${y!.toFixed(2)}`)),
  );

describe.skipIf(!hasContour)('beside gdal_contour (skipped: it is not installed)', () => {
  const files: (readonly [name: string, file: Buffer | string, interval: number])[] = [['hills', hills, 2.3]];
  // No height of these is a multiple of the interval.
  if (hasSharedData)
    files.push(['dsm', join(SHARED_DATA, 'dem/dsm.tif'), 1.0371], ['dtm', join(SHARED_DATA, 'dem/dtm.tif'), 0.5333]);

  it.each(files)('%s has the same positions', async (name, file, interval) => {
    const source = typeof file === 'string' ? file : join(folder, `${name}.tif`);
    if (typeof file !== 'string') await writeFile(source, file);
    const theirs = join(folder, `${name}-theirs.gpkg`);
    await outputOf('gdal_contour', ['-q', '-a', 'elevation', '-i', String(interval), source, theirs]);
    const expected = positionsOf(readLines(theirs).lines);
    const { lines, facts } = await made({ interval, outputPath: `${name}.gpkg` }, file);
    const own = positionsOf(lines);
    expect(facts).toMatchObject({ lines: lines.length, outputPath: `${name}.gpkg` });
    expect(own.size).toBeGreaterThan(1000);
    const shared = [...own].filter((key) => expected.has(key)).length;
    // A centimetre is cut at another place after rounding in another order of sums.
    expect(shared / own.size).toBeGreaterThan(0.97);
    // They go on for half a pixel at borders and gaps.
    expect(own.size / expected.size).toBeGreaterThan(0.9);
    expect(own.size / expected.size).toBeLessThanOrEqual(1.001);
  });
});

describe('formats', () => {
  it('keep the CRS, or have longitude and latitude', async () => {
    const options = { levels: [5, 10], field: 'height', withZ: true, tolerance: 1 };
    const geoPackage = await made(options, hills);
    expect(geoPackage).toMatchObject({ path: 'a/dem_contours.gpkg', crs: '32632' });
    const geoJson = await made({ ...options, outputPath: 'c.geojson' }, hills);
    expect(geoJson.fields).toEqual(['height']);
    const flat = await made({ ...options, outputPath: 'c.fgb', withZ: false }, hills);
    expect(flat.crs).toBe('32632');
    for (const { lines } of [geoPackage, geoJson, flat]) {
      expect(lines.length).toBe(geoPackage.lines.length);
      expect(new Set(lines.map(({ height }) => height))).toEqual(new Set([5, 10]));
    }
    for (const { height, positions } of geoPackage.lines) expect(positions.every(([, , z]) => z === height)).toBe(true);
    expect(flat.lines[0]!.positions[0]).toHaveLength(2);
    for (const [longitude = 0, latitude = 0] of geoJson.lines.flatMap(({ positions }) => positions)) {
      expect(longitude).toBeCloseTo(9, 1);
      expect(latitude).toBeCloseTo(36.14, 1);
    }
  });
});

it.each([
  ['rotated', [500_000, 1.6, -1.2, 4_000_000, -1.2, -1.6]],
  ['mirrored', [500_000, 2, 0, 4_000_000, 0, 2]],
] as const)('a cone has circles around it in a %s grid as well, the higher side on the left', async (_, affine) => {
  const cone = heightFile({
    ...GRID,
    affine,
    width: 101,
    height: 101,
    heightAt: (x, y) => 100 - Math.hypot(x - 50, y - 50),
  });
  const centre = [affine[0] + 50.5 * (affine[1] + affine[2]), affine[3] + 50.5 * (affine[4] + affine[5])] as const;
  const { lines } = await made({ interval: 10, base: 5, smoothing: 1 }, cone);
  const rings = lines.filter(({ height }) => height >= 55);
  expect(rings.map(({ height }) => height).sort((one, other) => one - other)).toEqual([55, 65, 75, 85, 95]);
  for (const { height, positions } of rings) {
    expect(positions[0]).toEqual(positions.at(-1));
    const [east, north] = [positions[0]![0]! - centre[0], positions[0]![1]! - centre[1]];
    const [onEast, onNorth] = [positions[1]![0]! - centre[0], positions[1]![1]! - centre[1]];
    expect(east * onNorth - north * onEast).toBeGreaterThan(0);
    for (const [x = 0, y = 0] of positions)
      expect(Math.abs(Math.hypot(x - centre[0], y - centre[1]) - 2 * (100 - height))).toBeLessThan(0.3);
  }
});

it('refusals say what is wrong', async () => {
  await expect(made({}, hills)).rejects.toMatchObject({ message: /interval or levels/ });
  await expect(made({ interval: 1, levels: [3] }, hills)).rejects.toMatchObject({ message: /interval or levels/ });
  await expect(made({ interval: 0 }, hills)).rejects.toMatchObject({ code: 'invalid-input' });
  await expect(made({ levels: [5000] }, hills)).rejects.toMatchObject({ code: 'invalid-input', message: /no contour/ });
  await expect(made({ interval: 1e-9 }, hills)).rejects.toMatchObject({ code: 'invalid-input', message: /too many/ });
  // Levels whose numbers are beyond what can be counted one by one.
  const tiny = heightFile({ ...GRID, width: 20, height: 20, heightAt: (x) => x * 1e-33 });
  await expect(made({ interval: 1e-33, base: 1000 }, tiny)).rejects.toMatchObject({ message: /too many/ });
  const beyondThePole = heightFile({
    affine: [10, 0.1, 0, 95, 0, -0.1],
    epsg: 4267,
    width: 20,
    height: 20,
    heightAt: (x, y) => x + y,
  });
  await expect(made({ interval: 3, tolerance: 1 }, beyondThePole)).rejects.toMatchObject({ message: /no lengths/ });
  await expect(made({ interval: 1, outputPath: 'c.shp' }, hills)).rejects.toMatchObject({ message: /end with \.gpkg/ });
  await expect(made({ interval: 1, field: 'a; DROP' }, hills)).rejects.toMatchObject({ code: 'invalid-input' });
});

it('ends when it is cancelled', async () => {
  expect(await cancelledRun(bench, contours, { path: 'd.tif', interval: 0.01 }, { 'd.tif': hills })).toBe('aborted');
});
