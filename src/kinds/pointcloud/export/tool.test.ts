import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasSharedData, SHARED_DATA } from '../../../../test/support/shared-data.ts';
import { openToolBench, type ToolBench } from '../../../tasks/testing/run-tool.ts';
import { readCopc } from '../testing/read-copc.ts';
import { readPoints, sortedRows } from '../testing/read-points.ts';
import { SAMPLE_ORIGIN, sampleCloud, type SamplePoint, scattered } from '../testing/sample-cloud.ts';
import { pointCloudExport } from './tool.ts';

if (!hasSharedData) console.log('Skipped: exports of real clouds. There is no ../shared/data beside the repository.');

let bench: ToolBench;
let folder: string;
beforeAll(async () => {
  bench = await openToolBench();
  folder = await mkdtemp(join(tmpdir(), 'alidade-export-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await bench[Symbol.asyncDispose]();
});

const NAMES = 'X Y Z Intensity ReturnNumber NumberOfReturns Classification GpsTime Red Green Blue quality'.split(' ');
const rowOf = (point: Required<SamplePoint>): readonly number[] => [
  point.x,
  point.y,
  point.z,
  point.intensity,
  point.number,
  point.of,
  point.class,
  point.time,
  ...point.rgb,
  ...point.extra,
];

const [east, north] = SAMPLE_ORIGIN;
const points = scattered(5000, 1);
const cloud = sampleCloud(points, { extra: ['quality'] });

async function exported(parameters: object, file: Buffer | string = cloud, name = 'a.las') {
  const { written, end, plan } = await bench.run(pointCloudExport, { path: name, ...parameters }, { [name]: file });
  const [[path, bytes]] = [...written] as [[string, Buffer]];
  return { path, bytes, facts: end.facts, plan };
}

const TRIANGLE = [
  [east + 10, north + 10],
  [east + 90, north + 20],
  [east + 30, north + 80],
  [east + 10, north + 10],
];
function isInTriangle({ x, y }: SamplePoint): boolean {
  const side = (from: number): number => {
    const [[x1, y1], [x2, y2]] = [TRIANGLE[from]!, TRIANGLE[from + 1]!] as [[number, number], [number, number]];
    return (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1);
  };
  return [0, 1, 2].every((from) => side(from) >= -1e-6);
}

it('takes the CRS that the owner of the cloud gives', async () => {
  bench.metadata = { 'a.las': { projection: 'EPSG:32634' } };
  try {
    const { bytes } = await exported({ format: 'laz' });
    expect((await readPoints(bytes, NAMES)).wkt).toContain('UTM zone 34N');
    bench.metadata = { 'a.las': { projection: 'somewhere' } };
    await expect(exported({ format: 'laz' })).rejects.toThrow('neither a code such as EPSG:32632 nor WKT');
  } finally {
    bench.metadata = {};
  }
});

describe('formats', () => {
  it.each(['laz', 'las'])('%s has every point and every value', async (format) => {
    const { bytes, path, facts } = await exported({ format });
    const { rows, header, wkt } = await readPoints(bytes, NAMES);
    expect(sortedRows(rows)).toEqual(sortedRows(points.map(rowOf)));
    expect(header).toMatchObject({ majorVersion: 1, minorVersion: 4, pointDataRecordFormat: 7, pointCount: 5000 });
    expect(header.scale).toEqual([0.01, 0.01, 0.01]);
    expect(header.pointCountByReturn.reduce((sum, count) => sum + count)).toBe(5000);
    expect(header.min[0]).toBeCloseTo(Math.min(...points.map(({ x }) => x)), 2);
    expect(header.max[2]).toBeCloseTo(Math.max(...points.map(({ z }) => z)), 2);
    expect(wkt).toContain('UTM zone 33N');
    expect(path).toBe(`a_export.${format}`);
    expect(facts).toEqual({ outputPath: path, points: 5000 });
  });

  it('COPC has every point, each in its node', async () => {
    const { bytes } = await exported({ format: 'copc.laz' });
    const file = join(folder, 'a.copc.laz');
    await writeFile(file, bytes);
    const { values, outside } = await readCopc(file, NAMES);
    const rows = values['X']!.map((_, point) => NAMES.map((name) => values[name]![point]!));
    expect(sortedRows(rows)).toEqual(sortedRows(points.map(rowOf)));
    expect(outside).toBe(0);
  });

  it('CSV has a row for each point, with the digits of the cloud', async () => {
    const { bytes } = await exported({ format: 'csv' });
    const [head, ...lines] = bytes.toString().trimEnd().split('\n');
    const columns = NAMES.map((name) => head!.split(',').indexOf(name));
    expect(columns).not.toContain(-1);
    const rows = lines.map((line) => columns.map((column) => Number(line.split(',')[column])));
    expect(sortedRows(rows)).toEqual(sortedRows(points.map(rowOf)));
    expect(lines[0]).toMatch(/^\d+\.\d\d,\d+\.\d\d,\d+\.\d\d,/);
  });

  it('PLY is a binary file that leads back to the same points', async () => {
    const { bytes } = await exported({ format: 'ply' });
    const end = bytes.indexOf('end_header\n') + 11;
    const properties = [...bytes.toString('latin1', 0, end).matchAll(/property (\w+) (\w+)/g)];
    const sizes: Record<string, number> = { uchar: 1, ushort: 2, float: 4, double: 8 };
    const rowBytes = properties.reduce((sum, [, type]) => sum + sizes[type!]!, 0);
    expect(bytes.length - end).toBe(5000 * rowBytes);
    const again = await exported({ format: 'las' }, bytes, 'a.ply');
    const named = NAMES.filter((name) => name !== 'GpsTime');
    const { rows } = await readPoints(again.bytes, named);
    const expected = points.map((point) => rowOf(point).filter((_, at) => NAMES[at] !== 'GpsTime'));
    expect(sortedRows(rows)).toEqual(sortedRows(expected));
  });
});

describe('what is chosen', () => {
  it('by polygon, class and return', async () => {
    const chosen = { areaInCrs: { type: 'Polygon', coordinates: [TRIANGLE] }, classes: [2, 6], returns: 'last' };
    const { bytes } = await exported({ ...chosen, format: 'las' });
    const { rows } = await readPoints(bytes, NAMES);
    const expected = points.filter(
      (point) => isInTriangle(point) && [2, 6].includes(point.class) && point.number === point.of,
    );
    expect(expected.length).toBeGreaterThan(100);
    expect(sortedRows(rows)).toEqual(sortedRows(expected.map(rowOf)));
  });

  it('by box in coordinates, each side included', async () => {
    const { bytes } = await exported({ bounds: [east + 10, north + 20, east + 30, north + 40], format: 'las' });
    const { rows } = await readPoints(bytes, NAMES);
    const isIn = (value: number, low: number, high: number): boolean => value >= low - 1e-6 && value <= high + 1e-6;
    const expected = points.filter(({ x, y }) => isIn(x, east + 10, east + 30) && isIn(y, north + 20, north + 40));
    expect(sortedRows(rows)).toEqual(sortedRows(expected.map(rowOf)));
  });

  it('by box in degrees, which is about the same on the ground', async () => {
    // 15 degrees east is the meridian of the zone: 50 m are 0.000555 degrees.
    const { rows } = await readPoints(
      (await exported({ window: [15, 36, 15.000555, 37], format: 'las' })).bytes,
      NAMES,
    );
    const expected = points.filter(({ x }) => x <= east + 50);
    expect(Math.abs(rows.length - expected.length)).toBeLessThan(20);
  });

  it('by a window of the whole Earth, which has all points', async () => {
    const { facts } = await exported({ window: [-180, -90, 180, 90], format: 'las' });
    expect(facts!['points']).toBe(5000);
  });

  it.each([
    ['first', (point: Required<SamplePoint>) => point.number === 1],
    ['intermediate', (point: Required<SamplePoint>) => point.number > 1 && point.number < point.of],
    ['single', (point: Required<SamplePoint>) => point.of === 1],
  ] as const)('%s returns', async (returns, isWanted) => {
    const { rows } = await readPoints((await exported({ returns, format: 'las' })).bytes, NAMES);
    expect(sortedRows(rows)).toEqual(sortedRows(points.filter(isWanted).map(rowOf)));
  });

  it('each n-th point', async () => {
    const { rows } = await readPoints((await exported({ every: 7, format: 'las' })).bytes, NAMES);
    expect(sortedRows(rows)).toEqual(sortedRows(points.filter((_, index) => index % 7 === 0).map(rowOf)));
  });

  it('a minimum distance: no two points are closer, and no point is missing', async () => {
    const { rows } = await readPoints((await exported({ spacing: 4, format: 'las' })).bytes, ['X', 'Y', 'Z']);
    const distance = (one: readonly number[], other: readonly number[]): number =>
      Math.hypot(...one.map((value, axis) => value - other[axis]!));
    const nearest = rows.map((row, index) =>
      Math.min(...rows.filter((_, other) => other !== index).map((other) => distance(row, other))),
    );
    expect(Math.min(...nearest)).toBeGreaterThanOrEqual(4 - 1e-6);
    // Each point that went is near one that stayed.
    for (const { x, y, z } of points) expect(rows.some((row) => distance(row, [x, y, z]) < 4 + 1e-6)).toBe(true);
  });
});

describe('another coordinate system', () => {
  it('has the places that GDAL computes, to the step of the coordinates', async () => {
    const { bytes } = await exported({ crs: 'EPSG:4326', format: 'las' });
    const { rows, header, wkt } = await readPoints(bytes, ['X', 'Y', 'Z', 'Intensity']);
    expect(wkt).toContain('WGS 84');
    expect(header.scale[0]).toBeLessThanOrEqual(1e-7);
    expect(header.scale[2]).toBe(0.01);
    // The corner lies on the meridian of the zone.
    for (const [x = NaN, y = NaN] of rows) {
      expect(x).toBeGreaterThanOrEqual(15);
      expect(x).toBeLessThan(15.0012);
      expect(y).toBeCloseTo(36.144, 2);
    }
    const back = await exported({ crs: 'EPSG:32633', format: 'las' }, bytes, 'b.las');
    const again = await readPoints(back.bytes, ['X', 'Y', 'Z', 'Intensity']);
    expect(sortedRows(again.rows)).toEqual(sortedRows(points.map((point) => rowOf(point).slice(0, 4))));
  });

  it('in metres has the heights of feet in metres', async () => {
    const feet = scattered(100, 3);
    const file = sampleCloud(feet, { epsg: 2992, extra: ['quality'] });
    const { bytes } = await exported({ crs: 'EPSG:32610', format: 'las' }, file);
    const { rows } = await readPoints(bytes, ['Z']);
    expect(Math.max(...rows.flat())).toBeCloseTo(Math.max(...feet.map(({ z }) => z)) * 0.3048, 2);
  });
});

describe('an area of a COPC', () => {
  it('reads only the nodes that it meets', async () => {
    const many = scattered(400_000, 7, 1000).map(({ extra: _, ...point }) => point);
    const copc = await exported({ format: 'copc.laz' }, sampleCloud(many));
    const bounds = [east + 100, north + 100, east + 120, north + 120];
    const { bytes } = await exported({ bounds, format: 'las' }, copc.bytes, 'b.copc.laz');
    const names = NAMES.slice(0, 8);
    const { rows } = await readPoints(bytes, names);
    const expected = many.filter(
      ({ x, y }) => Math.abs(x - east - 110) <= 10 + 1e-6 && Math.abs(y - north - 110) <= 10 + 1e-6,
    );
    expect(sortedRows(rows)).toEqual(sortedRows(expected.map((point) => rowOf({ ...point, extra: [] }).slice(0, 8))));
  });

  it.skipIf(!hasSharedData)('of a real survey are those of a plain LAZ of it', async () => {
    const source = join(SHARED_DATA, 'pointcloud/lone_star.copc.laz');
    const whole = await readPoints((await exported({ format: 'las' }, source, 'a.laz')).bytes, [
      'X',
      'Y',
      'Z',
      'GpsTime',
    ]);
    const { min, max } = whole.header;
    const middle = [0, 1].map((axis) => (min[axis]! + max[axis]!) / 2);
    const bounds = [...middle.map((value) => value - 3), ...middle.map((value) => value + 3)];
    const { bytes } = await exported({ bounds, format: 'las' }, source, 'a.laz');
    const { rows } = await readPoints(bytes, ['X', 'Y', 'Z', 'GpsTime']);
    const expected = whole.rows.filter(
      ([x = 0, y = 0]) => x >= bounds[0]! && x <= bounds[2]! && y >= bounds[1]! && y <= bounds[3]!,
    );
    expect(expected.length).toBeGreaterThan(10);
    expect(sortedRows(rows, 4)).toEqual(sortedRows(expected, 4));
  });
});

describe.runIf(hasSharedData)('real clouds', () => {
  const real = (name: string): string => join(SHARED_DATA, 'pointcloud', name);
  it.each(['autzen_trim.las', 'brighton.laz', 'color_nocrs.las', 'geographic_4326.las', 'las14_ftus.las'])(
    '%s has the same points as LAZ',
    async (name) => {
      const { bytes } = await exported({ format: 'laz' }, real(name), name);
      const source = await readFile(real(name));
      const names = ['X', 'Y', 'Z', 'Intensity', 'Classification', 'ReturnNumber', 'PointSourceId'];
      const [made, before] = [await readPoints(bytes, names), await readPoints(source, names)];
      expect(sortedRows(made.rows, 7)).toEqual(sortedRows(before.rows, 7));
    },
  );

  it('an EPT folder can be exported, and one with a tile missing is refused', async () => {
    const folderOf = real('ept_lone_star');
    const names = (await readdir(folderOf, { recursive: true, withFileTypes: true })).filter((item) => item.isFile());
    const paths = names.map((item) => relative(folderOf, join(item.parentPath, item.name)));
    const files = Object.fromEntries(paths.map((path) => [`scan/${path}`, join(folderOf, path)]));
    const run = (given: Readonly<Record<string, string>>) =>
      bench.run(pointCloudExport, { path: 'scan/ept.json', format: 'las', outputPath: 'a.las' }, given);
    const { written, end, plan } = await run(files);
    const { rows } = await readPoints(written.get('a.las')!, ['X', 'Y', 'Z']);
    const { points } = JSON.parse(await readFile(join(folderOf, 'ept.json'), 'utf8')) as { readonly points: number };
    expect([rows.length, end.facts!['points']]).toEqual([points, points]);
    expect(plan.reads).toBe('dataset');
    const tile = Object.keys(files).find((path) => path.endsWith('.laz'))!;
    const rest = Object.fromEntries(Object.entries(files).filter(([path]) => path !== tile));
    await expect(run(rest)).rejects.toThrow(/is not complete/);
  });

  it('a text and a PLY can be exported', async () => {
    for (const name of ['autzen_10k.xyz', 'color.ply']) {
      const { facts, bytes } = await exported({ format: 'laz' }, real(name), name);
      expect(facts!['points']).toBe((await readPoints(bytes, ['X'])).rows.length);
      expect(facts!['points']).toBeGreaterThan(900);
    }
  });
});

describe('what is refused', () => {
  it.each([
    [{ bounds: [0, 0, 1, 1] }, /No point of the cloud is left/],
    [{ bounds: [1, 0, 1, 1] }, /must be less/],
    [{ bounds: [0, 0, 1, 1], window: [0, 0, 1, 1] }, /Choose one area/],
    [{ spacing: 1, every: 2 }, /not both/],
    [{ classes: [77] }, /No point of the cloud is left/],
    [{ classes: [300] }, /classes/],
    [{ crs: 'EPSG:999999' }, /no coordinate reference system EPSG:999999/],
    [{ outputPath: 'b.laz', format: 'las' }, /must end with \.las/],
    [{ format: 'copc.laz', every: 5000 }, /two places/],
  ])('%o', async (parameters, words) => {
    await expect(exported(parameters)).rejects.toThrow(words);
  });

  it('degrees in a cloud without a CRS', async () => {
    const local = sampleCloud(points, { epsg: null, extra: ['quality'] });
    await expect(exported({ window: [0, 0, 1, 1] }, local)).rejects.toThrow(/no coordinate reference system/);
    await expect(exported({ crs: 'EPSG:4326' }, local)).rejects.toThrow(/no coordinate reference system/);
  });

  it('a file that is cut off', async () => {
    const { bytes } = await exported({ format: 'laz' });
    await expect(exported({}, bytes.subarray(0, bytes.length / 2), 'a.laz')).rejects.toMatchObject({
      code: 'invalid-input',
    });
  });

  it('a file that is in the way, unless it is to be replaced', async () => {
    const files = { 'a.las': cloud, 'a_export.laz': cloud };
    const run = (more: object) => bench.run(pointCloudExport, { path: 'a.las', ...more }, files);
    await expect(run({})).rejects.toMatchObject({ code: 'conflict' });
    expect((await run({ replace: true })).written.has('a_export.laz')).toBe(true);
  });
});
