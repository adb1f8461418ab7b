import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { join } from 'node:path';
import sharp from 'sharp';
import { hasSharedData, SHARED_DATA } from '../../../../test/support/shared-data.ts';
import { openToolBench, type ToolBench } from '../../../tasks/testing/run-tool.ts';
import { readCopc } from '../testing/read-copc.ts';
import { SAMPLE_ORIGIN, sampleCloud, type SamplePoint, scattered } from '../testing/sample-cloud.ts';
import { chartOf, ticks } from './chart.ts';
import { pointCloudProfile } from './tool.ts';

if (!hasSharedData) console.log('Skipped: profiles of real clouds. There is no ../shared/data beside the repository.');

let bench: ToolBench;
beforeAll(async () => {
  bench = await openToolBench();
});
afterAll(() => bench[Symbol.asyncDispose]());

const [east, north] = SAMPLE_ORIGIN;

async function made(parameters: object, file: Buffer | string, name = 'a.las') {
  const { written, end } = await bench.run(pointCloudProfile, { path: name, ...parameters }, { [name]: file });
  const [csv, png] = ['csv', 'png'].map((kind) => [...written].find(([path]) => path.endsWith(kind))!);
  const [head, ...lines] = csv![1].toString().trimEnd().split('\n');
  const names = head!.split(',');
  const rows = lines.map((line) => {
    const values = line.split(',').map(Number);
    return Object.fromEntries(names.map((column, index) => [column, values[index]!]));
  });
  return { paths: [...written.keys()], rows, png: png![1], facts: end.facts!, names };
}

const lineOf = (...coordinates: readonly (readonly number[])[]) => ({ type: 'LineString', coordinates });
/** 100 m to the north-east. */
const LINE = lineOf([east + 10, north + 10], [east + 70, north + 90]);

describe('the table', () => {
  const points = scattered(4000, 21).map(({ extra: _, ...point }) => point);
  const file = sampleCloud(points);
  /** Metres along and across the line: its direction is (0.6, 0.8), its right (0.8, -0.6). */
  const placed = ({ x, y }: SamplePoint): readonly [number, number] => {
    const [dx, dy] = [x - east - 10, y - north - 10];
    return [0.6 * dx + 0.8 * dy, 0.8 * dx - 0.6 * dy];
  };

  it('has every point of the corridor, with its distance and offset, from the start on', async () => {
    const { rows, facts, paths } = await made({ lineInCrs: LINE, width: 6 }, file);
    const expected = points
      .map((point) => [...placed(point), point.z, point.class, point.intensity] as const)
      .filter(([along, across]) => along >= 0 && along <= 100 && Math.abs(across) <= 3)
      .toSorted(([one], [other]) => one - other);
    expect(expected.length).toBeGreaterThan(100);
    expect(rows).toHaveLength(expected.length);
    rows.forEach((row, index) => {
      const [along, across, z, classification, intensity] = expected[index]!;
      expect(row['distance_m']).toBeCloseTo(along, 3);
      expect(row['offset_m']).toBeCloseTo(across, 3);
      expect(row['height_m']).toBeCloseTo(z, 3);
      expect([row['Classification'], row['Intensity']]).toEqual([classification, intensity]);
    });
    expect(facts).toMatchObject({ points: expected.length, outputPath: 'a_profile.csv', picturePath: 'a_profile.png' });
    expect(facts['length']).toBeCloseTo(100, 6);
    expect(paths.toSorted()).toEqual(['a_profile.csv', 'a_profile.png']);
  });

  it('has the values of points, their colours too', async () => {
    const { rows, names } = await made({ lineInCrs: LINE, width: 2, classes: [6] }, file);
    expect(names).toEqual(expect.arrayContaining(['X', 'Y', 'Z', 'Red', 'Green', 'Blue', 'GpsTime', 'ReturnNumber']));
    expect(rows.every((row) => row['Classification'] === 6)).toBe(true);
    const point = points.find(
      ({ x, y }) => Math.abs(x - rows[0]!['X']!) < 1e-6 && Math.abs(y - rows[0]!['Y']!) < 1e-6,
    )!;
    expect([rows[0]!['Red'], rows[0]!['Green'], rows[0]!['Blue']]).toEqual(point.rgb);
  });

  it('counts distances on over corners, and gives a point to the nearer leg', async () => {
    const corner = [
      { x: east + 5, y: north + 1, z: 1 },
      { x: east + 19, y: north + 10, z: 2 },
      // Outside of the corner: at its distance.
      { x: east + 20.5, y: north - 0.5, z: 3 },
      // Before the start and behind the end.
      { x: east - 0.5, y: north, z: 4 },
      { x: east + 20, y: north + 20.5, z: 5 },
    ];
    const line = lineOf([east, north], [east + 20, north], [east + 20, north + 20]);
    const { rows } = await made({ lineInCrs: line, width: 4 }, sampleCloud(corner));
    expect(rows.map((row) => [row['height_m'], row['distance_m'], row['offset_m']])).toEqual([
      [1, 5, -1],
      [3, 20, 0.7071],
      [2, 30, -1],
    ]);
  });

  it('takes a line in degrees', async () => {
    // The meridian of the zone, on which 0.0005 degrees are 55.44 m with the scale of 0.9996.
    const line = lineOf([15, 36.1443], [15, 36.1448]);
    const { facts } = await made({ line, width: 20 }, file);
    expect(facts['length']).toBeCloseTo(55.45, 1);
  });

  it('is in metres for a cloud in feet', async () => {
    const feet = sampleCloud(points, { epsg: 2992 });
    const { facts, rows } = await made({ lineInCrs: LINE, width: 6 }, feet);
    expect(facts['length']).toBeCloseTo(30.48, 6);
    expect(rows.every((row) => Math.abs(row['height_m']! - row['Z']! * 0.3048) < 1e-3)).toBe(true);
    expect(Math.max(...rows.map((row) => Math.abs(row['offset_m']!)))).toBeLessThanOrEqual(3);
  });
});

describe('the picture', () => {
  const points = [
    { x: east, y: north, z: 100, class: 2, rgb: [65_535, 0, 0] },
    { x: east + 50, y: north, z: 120, class: 6, rgb: [0, 0, 65_535] },
    { x: east + 100, y: north, z: 110, class: 9, rgb: [0, 65_535, 0] },
  ] as const;
  const line = lineOf([east, north], [east + 100, north]);
  const chart = chartOf(100, 100, 120);
  async function pixels(colour: string): Promise<readonly (readonly number[])[]> {
    const { png } = await made({ lineInCrs: line, width: 2, colour }, sampleCloud(points));
    const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([1600, 900]);
    return points.map(({ x, z }) => {
      const column = Math.min(Math.floor(chart.x(x - east)), chart.left + chart.width - 1);
      const at = (Math.floor(chart.y(z)) * info.width + column) * info.channels;
      return [...data.subarray(at, at + 3)];
    });
  }

  it('has the colours of points at their places', async () => {
    const colours = [
      [255, 0, 0],
      [0, 0, 255],
      [0, 255, 0],
    ];
    expect(await pixels('rgb')).toEqual(colours);
    expect(await pixels('auto')).toEqual(colours);
  });

  it('has colours of classes', async () => {
    expect(await pixels('class')).toEqual([
      [0xa0, 0x70, 0x3c],
      [0xd0, 0x39, 0x2b],
      [0x2f, 0x6f, 0xd0],
    ]);
  });

  it('labels round numbers', () => {
    expect(ticks(0, 100, 10)).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);
    expect(ticks(98.9, 121.1, 7)).toEqual([100, 105, 110, 115, 120]);
    expect(ticks(0.02, 0.31, 5)).toEqual([0.1, 0.2, 0.3]);
    expect(chart.x(100)).toBe(chart.left + chart.width);
    expect(chart.y(100)).toBeGreaterThan(chart.y(120));
  });
});

it.skipIf(!hasSharedData)('of a real COPC has the points that an independent reader finds', async () => {
  const path = join(SHARED_DATA, 'pointcloud/lone_star.copc.laz');
  const { copc, values } = await readCopc(path, ['X', 'Y', 'Z']);
  const { min, max } = copc.header;
  const [from, to] = [0.2, 0.7].map((share) => [0, 1].map((axis) => min[axis]! + share * (max[axis]! - min[axis]!)));
  const { rows } = await made({ lineInCrs: lineOf(from!, to!), width: 0.1 }, path, 'a.copc.laz');
  const [dx, dy] = [to![0]! - from![0]!, to![1]! - from![1]!];
  const length = Math.hypot(dx, dy);
  const expected = values['X']!.flatMap((value, point) => {
    const [x, y] = [value - from![0]!, values['Y']![point]! - from![1]!];
    const along = (x * dx + y * dy) / length;
    return along >= 0 && along <= length && Math.abs(x * dy - y * dx) / length <= 0.05 ? [along] : [];
  });
  expect(rows.length).toBeGreaterThan(100);
  expect(rows).toHaveLength(expected.length);
  expected.sort((one, other) => one - other);
  rows.forEach((row, index) => expect(row['distance_m']).toBeCloseTo(expected[index]!, 3));
});

describe('what is refused', () => {
  const file = sampleCloud(scattered(100, 2).map(({ extra: _, ...point }) => point));
  it.each([
    [{}, /Give a line, either in longitude/],
    [{ lineInCrs: LINE, line: lineOf([15, 36], [15, 37]) }, /Give a line, either in longitude/],
    [{ lineInCrs: lineOf([0, 0], [1, 1]) }, /no point/],
    [{ lineInCrs: lineOf([0, 0], [0, 0]) }, /no length/],
    [{ lineInCrs: LINE, width: 0 }, /width/],
    [{ lineInCrs: LINE, outputPath: 'a.png' }, /\.csv/],
  ])('%o', async (parameters, words) => {
    await expect(made(parameters, file)).rejects.toThrow(words);
  });

  it('a picture that is in the way', async () => {
    const files = { 'a.las': file, 'a_profile.png': Buffer.from('x') };
    await expect(
      bench.run(pointCloudProfile, { path: 'a.las', lineInCrs: LINE, width: 10 }, files),
    ).rejects.toMatchObject({ code: 'conflict' });
  });
});
