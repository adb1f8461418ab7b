import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { statSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lasBytes } from '../testing/las-bytes.ts';
import { numbersOf } from '../../testing/random-numbers.ts';
import { readCopc } from '../testing/read-copc.ts';
import { buildCloud, type BuiltCloud } from './build-cloud.ts';
import { planLasBuild } from './build-copc.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-parts-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const STEPS = 100;
const RECORD_BYTES = 30;

/** A LAS of points in metres. */
function lasOf(points: readonly (readonly number[])[], bounds: readonly number[]): Buffer {
  const records = Buffer.alloc(RECORD_BYTES * points.length);
  points.forEach((point, index) => {
    point.forEach((value, axis) => records.writeInt32LE(Math.round(value * STEPS), RECORD_BYTES * index + 4 * axis));
    records.writeUInt8(0x11, RECORD_BYTES * index + 14);
  });
  return lasBytes({ minor: 4, format: 6, points: records, bounds });
}

const number = numbersOf(11);
const around = (center: number, side: number): number => center + (number() - 0.5) * side;
const scatter = (count: number, center: number, side: number): number[][] =>
  Array.from({ length: count }, () => [around(center, side), around(center, side), around(10, 5)]);

const scratchBytes = (): number =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.tmp'))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);

/** Builds with small parts. @returns also the most bytes of scratch files that were there at once */
async function build(bytes: Buffer): Promise<BuiltCloud & { readonly path: string; readonly scratch: number }> {
  const [source, path] = [join(folder, 'source'), join(folder, 'cloud.copc.laz')];
  await writeFile(source, bytes);
  const { head, ...planned } = planLasBuild(source);
  const job = { ...planned, head: { ...head, wkt: null }, output: path, scratch: folder, partPoints: 2000 };
  let scratch = 0;
  const cloud = await buildCloud(job, () => (scratch = Math.max(scratch, scratchBytes())));
  return { ...cloud, path, scratch };
}

it('one point far away does not have the others copied again and again', async () => {
  const far = 20_000_000;
  const points = [[0, 0, 10], ...scatter(20_000, far, 100)];
  const { path, scratch } = await build(lasOf(points, [0, 0, 0, far + 50, far + 50, 20]));
  expect(scratch).toBeLessThan(2.2 * RECORD_BYTES * points.length);
  const { values, outside } = await readCopc(path, ['X']);
  expect(values['X']).toHaveLength(points.length);
  expect(outside).toBe(0);
});

it('more points at one place than a node can hold are refused, and nothing stays', { timeout: 30_000 }, async () => {
  const points = [...scatter(3000, 100, 200), ...Array.from({ length: 7000 }, () => [50, 50, 10])];
  await expect(build(lasOf(points, [0, 0, 0, 200, 200, 20]))).rejects.toThrow('7000 of its points lie at one place');
  expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

it.each([1e6, 1e300, 1.7e308])('bounds that reach far beyond the points, to %f, make no larger cube', async (reach) => {
  const points = scatter(10_000, 100, 200);
  const { path } = await build(lasOf(points, [-reach, -reach, -reach, reach, reach, reach]));
  const { copc, values } = await readCopc(path, ['X']);
  expect(values['X']).toHaveLength(points.length);
  expect(copc.info.cube[3]! - copc.info.cube[0]!).toBeLessThan(210);
});
