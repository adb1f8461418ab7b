import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasSharedData, SHARED_DATA } from '../../../../test/support/shared-data.ts';
import { gdal } from '../../../geodata/geo-driver.child.ts';
import { openToolBench, type ToolBench } from '../../../tasks/testing/run-tool.ts';
import { numbersOf } from '../../testing/random-numbers.ts';
import { readPoints } from '../testing/read-points.ts';
import { SAMPLE_ORIGIN, sampleCloud, type SamplePoint, scattered } from '../testing/sample-cloud.ts';
import { pointCloudRaster } from './tool.ts';

if (!hasSharedData) console.log('Skipped: rasters of real clouds. There is no ../shared/data beside the repository.');

let bench: ToolBench;
let folder: string;
beforeAll(async () => {
  bench = await openToolBench();
  folder = await mkdtemp(join(tmpdir(), 'alidade-surface-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await bench[Symbol.asyncDispose]();
});

const [east, north] = SAMPLE_ORIGIN;

async function made(parameters: object, file: Buffer | string, name = 'a.las') {
  const { written, end } = await bench.run(pointCloudRaster, { path: name, ...parameters }, { [name]: file });
  const [[path, bytes]] = [...written] as [[string, Buffer]];
  const tif = join(folder, `${crypto.randomUUID()}.tif`);
  await writeFile(tif, bytes);
  const dataset = gdal.open(tif);
  const { x: width, y: height } = dataset.rasterSize;
  const band = dataset.bands.get(1);
  const values = Float32Array.from(band.pixels.read(0, 0, width, height) as Float32Array);
  const [west = NaN, side = NaN, , top = NaN] = dataset.geoTransform!;
  return { path, facts: end.facts!, dataset, band, width, height, values, west, side, top };
}

type Point = Pick<SamplePoint, 'x' | 'y' | 'z' | 'intensity'>;

/** What a raster must hold, point by point. */
function naive(
  points: readonly Point[],
  { width, height, west, side, top }: { width: number; height: number; west: number; side: number; top: number },
  valueOf: (inCell: readonly Point[]) => number,
): Float32Array {
  const cells = Array.from({ length: width * height }, (): Point[] => []);
  for (const point of points) {
    const [column, row] = [Math.floor((point.x - west) / side + 1e-6), Math.floor((top - point.y) / side + 1e-6)];
    cells[row * width + column]!.push(point);
  }
  return Float32Array.from(cells, valueOf);
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('a pixel holds', () => {
  const points = scattered(3000, 11).map(({ extra: _, ...point }) => point);
  const file = sampleCloud(points);

  it.each([
    ['dsm', (found: readonly Point[]) => (found.length === 0 ? -9999 : Math.max(...found.map(({ z }) => z)))],
    ['count', (found: readonly Point[]) => found.length],
    [
      'intensity',
      (found: readonly Point[]) => (found.length === 0 ? -9999 : mean(found.map(({ intensity }) => intensity!))),
    ],
  ] as const)('%s of its points', async (kind, valueOf) => {
    const raster = await made({ kind, resolution: 2.5 }, file);
    const expected = naive(points, raster, valueOf);
    expect(raster.values.length).toBeGreaterThanOrEqual(40 * 40);
    raster.values.forEach((value, at) => expect(value).toBeCloseTo(expected[at]!, 3));
    expect(raster.band.noDataValue).toBe(-9999);
    expect(raster.band.dataType).toBe('Float32');
    expect(raster.dataset.srs?.isSame(gdal.SpatialReference.fromEPSG(32633))).toBe(true);
    expect([raster.west % 2.5, raster.top % 2.5]).toEqual([0, 0]);
    expect(raster.path).toBe(`a_${kind}.tif`);
    expect(raster.facts).toMatchObject({ points: 3000, width: raster.width, height: raster.height, ground: null });
  });

  it('the mean height of ground points, where there are such classes', async () => {
    const raster = await made({ kind: 'dtm', resolution: 5 }, file);
    const ground = points.filter((point) => point.class === 2);
    const expected = naive(ground, raster, (found) => (found.length === 0 ? -9999 : mean(found.map(({ z }) => z))));
    raster.values.forEach((value, at) => expect(value).toBeCloseTo(expected[at]!, 3));
    expect(raster.facts['ground']).toBe('classes');
  });

  it('only points of the area', async () => {
    const bounds = [east + 20, north + 20, east + 40, north + 30];
    const { facts, values, width, height } = await made({ kind: 'count', resolution: 1, bounds }, file);
    const inside = points.filter(
      ({ x, y }) =>
        x >= bounds[0]! - 1e-6 && x <= bounds[2]! + 1e-6 && y >= bounds[1]! - 1e-6 && y <= bounds[3]! + 1e-6,
    );
    expect(facts['points']).toBe(inside.length);
    expect(values.reduce((sum, value) => sum + value)).toBe(inside.length);
    expect([width, height]).toEqual([21, 11]);
  });

  it('no noise in a surface model', async () => {
    const noisy = [...points, { ...points[0]!, z: 500, class: 18 }];
    const { facts } = await made({ kind: 'dsm', resolution: 1 }, sampleCloud(noisy));
    expect(facts['max']).toBeLessThan(121);
  });

  it('the same where the header says that points lie elsewhere', async () => {
    const lying = Buffer.from(file);
    lying.writeDoubleLE(east + 10, 179);
    const { facts, width } = await made({ kind: 'count', resolution: 1 }, lying);
    expect(facts['points']).toBe(3000);
    expect(width).toBeGreaterThanOrEqual(100);
  });
});

it('gaps are filled by the inverse square of distances, within the radius', async () => {
  const points = [
    { x: east, y: north, z: 100 },
    { x: east + 2, y: north, z: 110 },
    { x: east + 20, y: north, z: 120 },
  ];
  const { values, facts } = await made({ kind: 'dsm', resolution: 1, fillRadius: 3 }, sampleCloud(points));
  const row = Array.from(values.slice(0, 21));
  expect(row[1]).toBeCloseTo(105, 4);
  expect(row[3]).toBeCloseTo((110 + 100 / 9) / (1 + 1 / 9), 3);
  expect(row[10]).toBe(-9999);
  expect(row[18]).toBe(120);
  expect(facts).toMatchObject({ pixelsWithPoints: 3, min: 100, max: 120 });
});

describe('the ground filter', () => {
  /** Ground that rises by 10 %, with houses of 10 m and trees on it. */
  function village() {
    const number = numbersOf(3);
    const groundAt = (x: number, y: number): number => 100 + 0.1 * (x - east) + 0.5 * Math.sin((y - north) / 15);
    // The pixels beside a house hold points of it, too.
    const isHouse = (x: number, y: number, beside = 0): boolean =>
      (x - east) % 30 > 18 - beside && (y - north) % 30 > 18 - beside;
    const points: readonly SamplePoint[] = Array.from({ length: 60_000 }, () => {
      const [x, y] = [east + number() * 120, north + number() * 120];
      const isTree = !isHouse(x, y) && number() < 0.2;
      const above = isHouse(x, y) ? 6 : isTree ? 1.5 + 8 * number() : 0;
      return { x, y, z: groundAt(x, y) + above };
    });
    return { points, groundAt, isHouse };
  }

  it('removes houses and trees from a slope', async () => {
    const { points, groundAt, isHouse } = village();
    const raster = await made({ kind: 'dtm', resolution: 1, fillRadius: 16 }, sampleCloud(points));
    expect(raster.facts['ground']).toBe('filter');
    const [errors, below]: [number[], number[]] = [[], []];
    raster.values.forEach((value, at) => {
      if (value === -9999) return;
      const [column, row] = [at % raster.width, Math.floor(at / raster.width)];
      const [x, y] = [raster.west + column + 0.5, raster.top - row - 0.5];
      (isHouse(x, y, 1) ? below : errors).push(Math.abs(value - groundAt(x, y)));
    });
    expect(errors.length + below.length).toBeGreaterThan(0.99 * 120 * 120);
    expect(mean(errors)).toBeLessThan(0.04);
    // Ground of 12 m that rises by 1.2 m, from the weighted mean around it.
    expect(mean(below)).toBeLessThan(0.3);
    expect(Math.max(...errors, ...below)).toBeLessThan(1.2);
    // The surface model of the same points has all of them.
    const { facts } = await made({ kind: 'dsm', resolution: 1 }, sampleCloud(points));
    expect(facts['max']).toBeGreaterThan(115);
  });

  it('keeps nearly all of the ground, also at the edges', async () => {
    const { points } = village();
    const low = points.filter((_, index) => index % 3 === 0);
    const { facts } = await made({ kind: 'dtm', resolution: 1 }, sampleCloud(low));
    // Four fifths of what is not below houses.
    expect(facts['points'] as number).toBeGreaterThan(0.95 * 0.8 * 0.84 * low.length);
    expect(facts['points'] as number).toBeLessThan(1.05 * 0.8 * 0.85 * low.length);
  });
});

it.skipIf(!hasSharedData)('the surface model of a real cloud has its highest points', async () => {
  const path = join(SHARED_DATA, 'pointcloud/autzen_trim.las');
  const raster = await made({ kind: 'dsm', resolution: 10 }, path);
  const { rows } = await readPoints(await readFile(path), ['X', 'Y', 'Z', 'Classification']);
  const points = rows
    .filter(([, , , classification = 0]) => classification !== 7 && classification !== 18)
    .map(([x = NaN, y = NaN, z = NaN]) => ({ x, y, z }));
  const expected = naive(points, raster, (found) =>
    found.length === 0 ? -9999 : found.reduce((highest, { z }) => Math.max(highest, z), -Infinity),
  );
  let different = 0;
  raster.values.forEach((value, at) => void (different += Math.abs(value - expected[at]!) > 1e-3 ? 1 : 0));
  expect(different).toBe(0);
});

describe('what is refused', () => {
  const file = sampleCloud(scattered(100, 2).map(({ extra: _, ...point }) => ({ ...point, class: 1 })));
  it.each([
    [{ resolution: 1e-6 }, /pixels; at most/],
    [{ resolution: 0 }, /resolution/],
    [{ resolution: 1, kind: 'dtm', ground: 'classes' }, /classified as ground/],
    [{ resolution: 1, bounds: [0, 0, 1, 1] }, /no point in the chosen part/],
    [{ resolution: 1, filterWindow: 200, filterCell: 0.5 }, /at most 100 cells/],
    [{ resolution: 1, outputPath: 'a.png' }, /\.tif/],
  ])('%o', async (parameters, words) => {
    await expect(made(parameters, file)).rejects.toThrow(words);
  });
});
