import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasSharedData, SHARED_DATA } from '../../../../test/support/shared-data.ts';
import { openToolBench, type ToolBench } from '../../../tasks/testing/run-tool.ts';
import { readCopc } from '../testing/read-copc.ts';
import { readPoints, sortedRows } from '../testing/read-points.ts';
import { SAMPLE_ORIGIN, sampleCloud, type SamplePoint, scattered } from '../testing/sample-cloud.ts';
import { pointCloudMerge } from './tool.ts';

if (!hasSharedData) console.log('Skipped: merges of real clouds. There is no ../shared/data beside the repository.');

let bench: ToolBench;
let folder: string;
beforeAll(async () => {
  bench = await openToolBench();
  folder = await mkdtemp(join(tmpdir(), 'alidade-merge-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await bench[Symbol.asyncDispose]();
});

async function merged(files: Readonly<Record<string, Buffer | string>>, parameters: object = { format: 'laz' }) {
  const paths = Object.keys(files);
  const { written, end, log, plan } = await bench.run(pointCloudMerge, { paths, ...parameters }, files);
  const [[path, bytes]] = [...written] as [[string, Buffer]];
  return { path, bytes, facts: end.facts!, log, plan };
}

const NAMES = ['X', 'Y', 'Z', 'Intensity', 'ReturnNumber', 'Classification', 'GpsTime'];
const COLOURS = ['Red', 'Green', 'Blue'];
const rowOf = ({ x, y, z, intensity, number, ...point }: Required<SamplePoint>): readonly number[] => [
  x,
  y,
  z,
  intensity,
  number,
  point.class,
  point.time,
];
const [one, other] = [scattered(3000, 31), scattered(2000, 32, 60)];
const bare = ({ extra: _, ...point }: Required<SamplePoint>): SamplePoint => point;

describe('all points of several clouds', () => {
  it('of one layout, as LAZ', async () => {
    const files = { 'a.las': sampleCloud(one.map(bare)), 'b.las': sampleCloud(other.map(bare)) };
    const { bytes, path, facts, log } = await merged(files);
    const { rows, header, wkt } = await readPoints(bytes, [...NAMES, ...COLOURS]);
    expect(sortedRows(rows)).toEqual(sortedRows([...one, ...other].map((point) => [...rowOf(point), ...point.rgb])));
    expect(header.scale).toEqual([0.01, 0.01, 0.01]);
    expect(header.offset).toEqual(SAMPLE_ORIGIN);
    expect(wkt).toContain('UTM zone 33N');
    expect(path).toBe('a_merged.laz');
    expect(facts).toEqual({ outputPath: path, clouds: 2, points: 5000, exact: true });
    expect(log).toEqual([]);
  });

  it('as COPC, each point in its node', async () => {
    const files = { 'a.las': sampleCloud(one.map(bare)), 'b.las': sampleCloud(other.map(bare)) };
    const { bytes, path } = await merged(files, {});
    const file = join(folder, 'a.copc.laz');
    await writeFile(file, bytes);
    const { values, outside } = await readCopc(file, NAMES);
    const rows = values['X']!.map((_, point) => NAMES.map((name) => values[name]![point]!));
    expect(sortedRows(rows)).toEqual(sortedRows([...one, ...other].map(rowOf)));
    expect(outside).toBe(0);
    expect(path).toBe('a_merged.copc.laz');
  });

  it('with the values of all: what a cloud does not have is 0', async () => {
    const files = {
      'a.las': sampleCloud(one.map(bare), { format: 6 }),
      'b.las': sampleCloud(other, { extra: ['quality'] }),
      'c.las': sampleCloud(
        other.map((point) => ({ ...point, extra: [point.extra[0]! + 1, point.extra[0]!] })),
        { extra: ['quality', 'height'] },
      ),
    };
    const { bytes } = await merged(files);
    const { rows, header } = await readPoints(bytes, [...NAMES, ...COLOURS, 'quality', 'height']);
    const expected = [
      ...one.map((point) => [...rowOf(point), 0, 0, 0, 0, 0]),
      ...other.map((point) => [...rowOf(point), ...point.rgb, point.extra[0]!, 0]),
      ...other.map((point) => [...rowOf(point), ...point.rgb, point.extra[0]! + 1, point.extra[0]!]),
    ];
    expect(sortedRows(rows)).toEqual(sortedRows(expected));
    expect(header.pointDataRecordFormat).toBe(7);
  });

  it('with steps that hold all coordinates, whatever those of the clouds are', async () => {
    const [x, y, z] = SAMPLE_ORIGIN;
    const fine = other.map((point) => ({ ...point, x: point.x + 0.004, z: point.z + 0.0025 }));
    const files = {
      'a.las': sampleCloud(one.map(bare)),
      'b.las': sampleCloud(fine.map(bare), { scale: [0.001, 0.001, 0.0005], offset: [x - 1000, y + 5, z] }),
    };
    const { bytes, facts } = await merged(files);
    const { rows, header } = await readPoints(bytes, NAMES);
    expect(sortedRows(rows, 4)).toEqual(sortedRows([...one, ...fine].map(rowOf), 4));
    expect(header.scale).toEqual([0.001, 0.001, 0.0005]);
    expect(facts['exact']).toBe(true);
  });

  it('rounded to the finest steps where no common ones are there, which the log says', async () => {
    const files = {
      'a.las': sampleCloud(one.map(bare)),
      'b.las': sampleCloud(other.map(bare), { scale: [Math.PI / 1000, 0.01, 0.01] }),
    };
    const { facts, log, bytes } = await merged(files);
    expect(facts['exact']).toBe(false);
    expect(log).toEqual([expect.stringContaining('moved by at most half of 0.0031')]);
    const { rows } = await readPoints(bytes, ['X', 'Y', 'Z', 'GpsTime']);
    const before = new Map([...one, ...other].map(({ time, x }) => [time, x]));
    for (const [x = NaN, , , time = NaN] of rows) expect(Math.abs(x - before.get(time)!)).toBeLessThan(0.0032);
  });

  it.skipIf(!hasSharedData)('of real files: two of the same survey', async () => {
    const path = join(SHARED_DATA, 'pointcloud/autzen_trim.las');
    const { bytes } = await merged({ 'a.las': path, 'b.las': path });
    const before = await readPoints(await readFile(path), NAMES);
    const after = await readPoints(bytes, NAMES);
    expect(sortedRows(after.rows, 4)).toEqual(sortedRows([...before.rows, ...before.rows], 4));
  });
});

describe('what is refused', () => {
  const file = sampleCloud(one.map(bare));
  it('clouds of different coordinate systems, with their names', async () => {
    const files = { 'a.las': file, 'b.las': sampleCloud(one.map(bare), { epsg: 32_632 }) };
    await expect(merged(files)).rejects.toThrow(/a\.las has .*33N.*b\.las has .*32N/);
    const local = { 'a.las': file, 'b.las': sampleCloud(one.map(bare), { epsg: null }) };
    await expect(merged(local)).rejects.toThrow(/b\.las has none/);
  });

  it('clouds too far apart for 32 bits', async () => {
    const far = one.map((point) => ({ ...bare(point), x: point.x + 1e8 }));
    const files = { 'a.las': file, 'b.las': sampleCloud(far, { offset: [1e8, 4_000_000, 100] }) };
    await expect(merged(files)).rejects.toThrow(/too far apart/);
  });

  it('one cloud, a wrong ending, and a damaged file by its name', async () => {
    await expect(merged({ 'a.las': file })).rejects.toThrow(/paths/);
    await expect(merged({ 'a.las': file, 'b.las': file }, { outputPath: 'a.ply' })).rejects.toThrow(/\.copc\.laz/);
    const { bytes } = await merged({ 'a.las': file, 'b.las': file });
    const cut = bytes.subarray(0, bytes.length / 2);
    await expect(merged({ 'a.las': file, 'b.laz': cut })).rejects.toThrow(/^b\.laz: /);
  });
});
