import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { convertE57 } from 'web-e57';
import { afterEach, beforeEach, expect, it } from 'vitest';
import '../../../geodata/testing/axis-order.ts';
import { e57WithPoints, type E57ScanToWrite } from '../testing/e57-points.ts';
import { numbersOf } from '../../testing/random-numbers.ts';
import { readCopc } from '../testing/read-copc.ts';
import { buildCopc, type CopcAnswer } from './build-copc.ts';
import type { E57Plan } from './e57-columns.ts';
import { planColumns } from './plan-columns.ts';
import { openColumns } from './point-source.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-e57-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const SILENT = { progress: () => undefined, say: () => undefined, tell: () => undefined };

async function build(bytes: Buffer): Promise<CopcAnswer & { readonly path: string }> {
  const [path, output] = [join(folder, 'a.e57'), join(folder, 'cloud.copc.laz')];
  await writeFile(path, bytes);
  const answer = await buildCopc({ path, output, scratch: folder, projection: null, tiles: null }, SILENT);
  return { ...answer, path: output };
}

const number = numbersOf(3);
const below = (end: number): number => Math.floor(number() * end);
const list = (count: number, make: (index: number) => number): number[] =>
  Array.from({ length: count }, (_, i) => make(i));

/** Scaled positions of 21 bits, colours of 8, an intensity of 12: none of them whole bytes of a packet. */
const SCALED: E57ScanToWrite = {
  pose: [Math.SQRT1_2, 0, 0, Math.SQRT1_2, 1000, 2000, 50],
  fields: [
    ...['X', 'Y', 'Z'].map((axis) => ({
      name: `cartesian${axis}`,
      type: { minimum: -1_000_000, maximum: 1_000_000, scale: 0.001 },
      values: list(1037, () => below(2_000_001) - 1_000_000),
    })),
    ...['Red', 'Green', 'Blue'].map((name) => ({
      name: `color${name}`,
      type: { minimum: 0, maximum: 255 },
      values: list(1037, () => below(256)),
    })),
    { name: 'intensity', type: { minimum: 0, maximum: 4095 }, values: list(1037, () => below(4096)) },
  ],
};
const FLOATS: E57ScanToWrite = {
  fields: [
    ...['X', 'Y', 'Z'].map((axis) => ({
      name: `cartesian${axis}`,
      type: 'double' as const,
      values: list(350, () => below(400_000) / 8),
    })),
    { name: 'intensity', type: 'single' as const, values: list(350, () => below(4096)) },
  ],
};

it('reads the points of all scans, turned and shifted as the scanner stood, as another reader does', async () => {
  const bytes = e57WithPoints([SCALED, FLOATS]);
  const { path, facts } = await build(bytes);
  expect(facts.pointCount).toBe(1037 + 350);
  const { values } = await readCopc(path, ['X', 'Y', 'Z']);
  const found = values['X']!.map((x, point) => [x, values['Y']![point]!, values['Z']![point]!]);
  const others = convertE57(bytes, 'XYZ')
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).slice(0, 3).map(Number));
  const sorted = (rows: readonly (readonly number[])[]) => rows.toSorted(([one], [other]) => one! - other!);
  const expected = sorted(others);
  const differences = sorted(found).flatMap((row, index) =>
    row.map((value, axis) => Math.abs(value - expected[index]![axis]!)),
  );
  expect(Math.max(...differences)).toBeLessThan(1e-4);
});

it('keeps colours and intensity, and leaves out points that are said to be none', async () => {
  const count = SCALED.fields[0]!.values.length;
  const state = {
    name: 'cartesianInvalidState',
    type: { minimum: 0, maximum: 2 },
    values: list(count, (index) => (index % 10 === 0 ? 2 : 0)),
  };
  const { path, facts } = await build(e57WithPoints([{ ...SCALED, fields: [...SCALED.fields, state] }]));
  expect(facts.pointCount).toBe(count - Math.ceil(count / 10));
  const { values } = await readCopc(path, ['Red', 'Green', 'Blue', 'Intensity']);
  const found = values['Red']!.map((red, point) => [
    ...[red, values['Green']![point]!, values['Blue']![point]!].map((value) => value / 257),
    values['Intensity']![point]!,
  ]);
  const kept = list(count, (index) => index).filter((index) => index % 10 > 0);
  const expected = kept.map((index) => SCALED.fields.slice(3).map((field) => field.values[index]!));
  const sorted = (rows: readonly (readonly number[])[]): readonly string[] =>
    rows.map((row) => row.join(' ')).toSorted();
  expect(sorted(found)).toEqual(sorted(expected));
});

it.each([
  [
    'more points than it holds',
    [{ ...FLOATS, count: 10_000_000 }],
    /declares 10000000 points in a scan, and holds fewer/,
  ],
  [
    'any number of points without a byte',
    [
      {
        fields: ['X', 'Y', 'Z'].map((axis) => ({
          name: `cartesian${axis}`,
          type: { minimum: 1, maximum: 1 },
          values: [1],
        })),
        count: 1e12,
      },
    ],
    /have no bytes/,
  ],
  ['no position', [{ fields: [FLOATS.fields[3]!] }], /no x, y and z/],
] as const)('refuses a file that declares %s', async (_, scans, reason) => {
  await expect(build(e57WithPoints(scans))).rejects.toThrow(reason);
});

it('refuses a file with a damaged or missing page', async () => {
  const bytes = e57WithPoints([FLOATS]);
  const damaged = Buffer.from(bytes);
  damaged[3000]! ^= 1;
  await expect(build(damaged)).rejects.toThrow('checksum');
});

it('reads numbers of 49 bits, whose range a logarithm rounds up', async () => {
  const most = 2 ** 49 - 1;
  const wide = list(40, (index) => (index % 2 === 0 ? most - index : index));
  const scan: E57ScanToWrite = {
    fields: [
      ...['X', 'Y', 'Z'].map((axis) => ({
        name: `cartesian${axis}`,
        type: 'double' as const,
        values: list(40, (i) => i),
      })),
      { name: 'wide', type: { minimum: 0, maximum: most }, values: wide },
    ],
  };
  const { facts } = await build(e57WithPoints([scan]));
  expect(facts.statistics.find(({ name }) => name === 'wide')).toMatchObject({ minimum: 1, maximum: most });
});

it('finds the packets of points in the middle of a long scan without a look at all before them', async () => {
  const count = 60_000;
  const fields = ['X', 'Y', 'Z'].map((axis) => ({
    name: `cartesian${axis}`,
    type: { minimum: 0, maximum: 1_000_000, scale: 0.001 },
    values: list(count, (index) => (index * 7919) % 1_000_001),
  }));
  const path = join(folder, 'long.e57');
  await writeFile(path, e57WithPoints([{ fields }], 4));
  const { reader } = planColumns(path, 'e57');
  const [scan] = (reader as E57Plan).scans;
  // A number for each packet and field, which threads share.
  expect(scan!.starts[0]!.buffer).toBeInstanceOf(SharedArrayBuffer);
  const opened = openColumns(reader);
  const { values } = opened.read(0);
  expect(values.map((column) => column[count - 1])).toEqual(fields.map((field) => field.values.at(-1)! * 0.001));
  opened.close();
});
