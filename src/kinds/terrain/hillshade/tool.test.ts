import { rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasSharedData, SHARED_DATA } from '../../../../test/support/shared-data.ts';
import { hasProgram, outputOf } from '../../../../test/support/programs.ts';
import { heightFile, readRaster } from '../testing/height-file.ts';
import { openToolBench, type ToolBench } from '../../../tasks/testing/run-tool.ts';
import { cancelledRun } from '../../../tools/testing/cancelled.ts';
import { hillshade } from './tool.ts';

const UTM = { affine: [500_000, 2, 0, 4_000_000, 0, -2], epsg: 32632 } as const;
/** Hills, a ridge and a hole without heights. */
const hills = heightFile({
  ...UTM,
  width: 90,
  height: 70,
  nodata: -9999,
  heightAt: (x, y) =>
    (x - 40) ** 2 + (y - 30) ** 2 < 30 ? NaN : 20 * Math.sin(x / 9) * Math.cos(y / 7) + Math.abs(x - y) / 3,
});
const real = hasSharedData ? ['dem/dsm.tif', 'dem/olinda_srtm.tif'].map((path) => join(SHARED_DATA, path)) : [];
const hasGdaldem = hasProgram('which', 'gdaldem');

let bench: ToolBench;
let folder: string;
beforeAll(async () => {
  bench = await openToolBench();
  folder = await mkdtemp(join(tmpdir(), 'alidade-relief-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await bench[Symbol.asyncDispose]();
});

async function relief(parameters: object, file: Buffer | string) {
  const { written, end } = await bench.run(hillshade, { path: 'dem.tif', ...parameters }, { 'dem.tif': file });
  const [[path, bytes] = []] = [...written];
  return { path, facts: end.facts, ...readRaster(bytes!) };
}

const isCorner = (at: number, { width, height }: { readonly width: number; readonly height: number }): boolean =>
  [0, width - 1, (height - 1) * width, height * width - 1].includes(at);

const CASES = [
  [{}, ['hillshade']],
  [{ azimuth: 100, altitude: 20, zFactor: 3 }, ['hillshade', '-az', '100', '-alt', '20', '-z', '3']],
  [{ multidirectional: true }, ['hillshade', '-multidirectional']],
  [{ kind: 'slope' }, ['slope']],
  [{ kind: 'slope', slopeUnit: 'percent' }, ['slope', '-p']],
  [{ kind: 'aspect' }, ['aspect']],
  [{ kind: 'roughness' }, ['roughness']],
] as const;

describe.skipIf(!hasGdaldem)('relief beside gdaldem (skipped: gdaldem is not installed)', () => {
  it.each(CASES)('%o', async (parameters, [mode, ...options]) => {
    const made = join(folder, 'hills.tif');
    await writeFile(made, hills);
    for (const file of [made, ...(options.length === 0 ? real : [])]) {
      const theirs = join(folder, 'theirs.tif');
      await outputOf('gdaldem', [mode, file, theirs, '-q', '-compute_edges', ...options]);
      const expected = readRaster(theirs);
      const ours = await relief(parameters, file);
      expect([ours.width, ours.height, ours.affine]).toEqual([expected.width, expected.height, expected.affine]);
      expect(ours.layout).toBe('COG');
      // Grey levels are rounded; slopes and directions are of 32 bits, directions near north go round.
      const tolerance = mode === 'hillshade' ? 1 : 0.01;
      let [worst, valid, doubtful] = [0, 0, 0];
      ours.values.forEach((value, at) => {
        const isValue = value !== ours.nodata;
        if (isValue) valid += 1;
        if (isValue !== (expected.values[at] !== expected.nodata)) doubtful += 1;
        // What lies beyond a corner is made up by both, in two ways.
        else if (isValue && !isCorner(at, ours)) {
          const off = Math.abs(value - expected.values[at]!);
          if (mode !== 'aspect') worst = Math.max(worst, off);
          else if (Math.min(off, 360 - off) > tolerance) doubtful += 1;
        }
      });
      expect(valid).toBeGreaterThan(5000);
      // Sums of 32 bits and of 64 do not agree which way down it is from the places that are level, or nearly.
      expect(doubtful).toBeLessThanOrEqual(mode === 'aspect' ? valid / 1000 : 0);
      expect(worst).toBeLessThanOrEqual(tolerance);
      expect(ours.facts).toMatchObject({ pixels: valid, measure: 'grid' });
    }
  });
});

/** A plane that rises by `east` and `north` metres a metre, in a grid of any affine and CRS that has metres `ground` a unit. */
const plane = (
  affine: readonly [number, number, number, number, number, number],
  epsg: number,
  [metresEast, metresNorth]: readonly [number, number],
) =>
  heightFile({
    affine,
    epsg,
    width: 30,
    height: 20,
    heightAt(column, row) {
      const x = affine[1] * (column + 0.5) + affine[2] * (row + 0.5);
      const y = affine[4] * (column + 0.5) + affine[5] * (row + 0.5);
      return 100 + 0.5 * x * metresEast + 0.25 * y * metresNorth;
    },
  });

describe('slope of a plane', () => {
  const steepness = 100 * Math.hypot(0.5, 0.25);
  // Metres in a degree of WGS 84 at 60 degrees of latitude, as NIMA TR8350.2 gives them.
  const degree = [55_800.3, 111_412.2] as const;
  it.each([
    ['UTM', plane([500_000, 2, 0, 4_000_000, 0, -2], 32632, [1, 1])],
    ['a rotated grid', plane([500_000, 1.5, 0.7, 4_000_000, 0.4, -1.8], 32632, [1, 1])],
    ['longitude and latitude', plane([10, 2e-5, 0, 60.0001, 0, -1e-5], 4326, degree)],
    // Half a metre in a metre of Web Mercator, by the ellipsoid's radii.
    ['Web Mercator', plane([1_113_194.9, 4, 0, 8_399_737.9, 0, -4], 3857, [degree[0] / 111_319.49, 0.50041])],
    ['feet', plane([2_000_000, 3, 0, 400_000, 0, -3], 2263, [1, 1])],
  ])('is the same in %s', async (_, file) => {
    const { values, facts } = await relief({ kind: 'slope', slopeUnit: 'percent' }, file);
    expect(Math.max(...values)).toBeCloseTo(steepness, 1);
    expect(Math.min(...values)).toBeCloseTo(steepness, 1);
    expect(facts).toMatchObject({ outputPath: 'dem_slope.tif' });
  });

  it('counts heights in their unit', async () => {
    const { values } = await relief(
      { kind: 'slope', slopeUnit: 'percent', heightUnit: 'foot' },
      plane(UTM.affine, UTM.epsg, [1, 1]),
    );
    expect(Math.max(...values)).toBeCloseTo(steepness * 0.3048, 1);
  });
});

it('a flat terrain has no aspect and full light from above', async () => {
  const flat = heightFile({ ...UTM, width: 8, height: 8, heightAt: () => 7 });
  expect(new Set((await relief({ kind: 'aspect' }, flat)).values)).toEqual(new Set([-9999]));
  expect(new Set((await relief({ altitude: 90 }, flat)).values)).toEqual(new Set([255]));
});

describe('refusals', () => {
  it('say what is wrong', async () => {
    await expect(relief({ band: 2 }, hills)).rejects.toMatchObject({ code: 'invalid-input', message: /no band 2/ });
    await expect(relief({ outputPath: 'a.png' }, hills)).rejects.toMatchObject({ message: /end with \.tif/ });
    await expect(relief({ outputPath: '../a.tif' }, hills)).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(relief({ path: 'other.tif' }, hills)).rejects.toMatchObject({ message: /no entry/ });
    await expect(relief({ outputPath: 'dem.tif' }, hills)).rejects.toMatchObject({ code: 'conflict' });
    await expect(relief({ zFactor: 0 }, hills)).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it.skipIf(!hasSharedData)('of pictures (skipped: no shared data)', async () => {
    const picture = join(SHARED_DATA, 'ortho/osbs_029.tif');
    await expect(relief({}, picture)).rejects.toMatchObject({ code: 'invalid-input', message: /colours of a picture/ });
  });
});

it('ends when it is cancelled', async () => {
  expect(await cancelledRun(bench, hillshade, { path: 'dem.tif' }, { 'dem.tif': hills })).toBe('aborted');
});
