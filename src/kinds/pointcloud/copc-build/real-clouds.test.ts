import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Las } from 'copc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import '../../../geodata/testing/axis-order.ts';
import { hasSharedData, SHARED_DATA } from '../../../../test/support/shared-data.ts';
import { readCopc } from '../testing/read-copc.ts';
import { buildCopc, type CopcAnswer } from './build-copc.ts';

if (!hasSharedData)
  console.log('Skipped: builds of real point clouds. There is no ../shared/data beside the repository.');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-clouds-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const SILENT = { progress: () => undefined, say: () => undefined, tell: () => undefined };
const output = (): string => join(folder, 'cloud.copc.laz');
const sourceOf = (name: string): string => join(SHARED_DATA, 'pointcloud', name);

/** Builds a file; one that is served as it is is copied, as the build links it. */
async function build(name: string): Promise<CopcAnswer> {
  await rm(output(), { force: true });
  const request = { path: sourceOf(name), output: output(), scratch: folder, projection: null, tiles: null };
  const answer = await buildCopc(request, SILENT);
  if (answer.isSound) await copyFile(request.path, output());
  return answer;
}

type Rows = readonly string[];
const rowsOf = (names: readonly string[], count: number, value: (name: string, point: number) => number): Rows =>
  Array.from({ length: count }, (_, point) => names.map((name) => value(name, point).toFixed(6)).join(' ')).toSorted();

/** Points of a LAS or LAZ file by the package `copc`, in the order of their values. */
async function lasRows(file: Buffer, names: readonly string[]): Promise<Rows> {
  const get = async (begin: number, end: number): Promise<Uint8Array> => file.subarray(begin, end);
  const header = Las.Header.parse(file);
  const extra = (await Las.Vlr.walk(get, header)).find(
    ({ userId, recordId }) => userId === 'LASF_Spec' && recordId === 4,
  );
  const fields = extra === undefined ? [] : Las.ExtraBytes.parse(await Las.Vlr.fetch(get, extra));
  const isCompressed = (file.readUInt8(104) & 0x80) !== 0;
  const { pointDataOffset: start, pointDataRecordLength: length, pointCount } = header;
  const bytes = isCompressed
    ? await Las.PointData.decompressFile(file)
    : file.subarray(start, start + length * pointCount);
  const view = Las.View.create(bytes, header, fields);
  const getters = new Map(names.map((name) => [name, view.getter(name)]));
  return rowsOf(names, pointCount, (name, point) => getters.get(name)!(point));
}

const MODERN = [
  'ReturnNumber',
  'NumberOfReturns',
  'Classification',
  'UserData',
  'PointSourceId',
  'GpsTime',
  'ScannerChannel',
];

describe.runIf(hasSharedData)('COPC of real clouds has their points, each in its node', () => {
  it.each([
    ['autzen_trim.las', ['Red', 'Green', 'Blue', 'GpsTime', 'ReturnNumber', 'NumberOfReturns']],
    ['brighton.laz', ['ReturnNumber', 'NumberOfReturns']],
    ['las14_ftus.las', MODERN],
    ['lone_star.copc.laz', MODERN],
    ['color_nocrs.las', ['Red', 'Green', 'Blue']],
    ['geographic_4326.las', ['ReturnNumber']],
  ])('%s', { timeout: 120_000 }, async (name, more) => {
    const names = ['X', 'Y', 'Z', 'Intensity', 'Classification', ...more.filter((one) => one !== 'Classification')];
    const { facts } = await build(name);
    const { copc, values, outside } = await readCopc(output(), names);
    expect(outside).toBe(0);
    const found = rowsOf(names, values['X']!.length, (dimension, point) => values[dimension]![point]!);
    const expected = await lasRows(await readFile(sourceOf(name)), names);
    expect(found.length).toBe(expected.length);
    expect(found.findIndex((row, index) => row !== expected[index])).toBe(-1);
    expect([copc.header.pointCount, facts.pointCount]).toEqual([expected.length, expected.length]);
    // A reader that goes from the first point to the last, by the list of chunks, finds the same.
    expect(await lasRows(await readFile(output()), names)).toEqual(found);
    const ranges = ['X', 'Y', 'Z'].map((axis) => values[axis]!);
    ranges.forEach((column, axis) => {
      const [lowest, highest] = [column.reduce((a, b) => Math.min(a, b)), column.reduce((a, b) => Math.max(a, b))];
      expect(copc.header.min[axis]).toBeCloseTo(lowest, 6);
      expect(copc.header.max[axis]).toBeCloseTo(highest, 6);
    });
  });

  it.each(['autzen_10k.xyz', 'agisoft.xyz'])('%s', async (name) => {
    const lines = (await readFile(sourceOf(name), 'utf8')).split(/\r?\n/).filter((line) => /^\s*-?\d/.test(line));
    const rows = lines.map((line) =>
      line
        .trim()
        .split(/[\s,;]+/)
        .slice(0, 3)
        .map(Number),
    );
    const { facts } = await build(name);
    expect(facts.pointCount).toBe(rows.length);
    const { values, outside } = await readCopc(output(), ['X', 'Y', 'Z']);
    expect(outside).toBe(0);
    const found = rowsOf(['X', 'Y', 'Z'], rows.length, (axis, point) => values[axis]![point]!);
    expect(found).toEqual(rows.map((row) => row.map((value) => value.toFixed(6)).join(' ')).toSorted());
  });

  it('color.ply', async () => {
    const { facts } = await build('color.ply');
    const head = (await readFile(sourceOf('color.ply'))).subarray(0, 2000).toString('latin1');
    expect(facts.pointCount).toBe(Number(/element vertex (\d+)/.exec(head)![1]));
  });

  it('no_points.las is refused', async () => {
    await expect(build('no_points.las')).rejects.toThrow('It has no point; a cloud needs two.');
  });
});
