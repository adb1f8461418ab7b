import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import '../../../geodata/testing/axis-order.ts';
import { FORMAT_BYTES } from '../read/las-header.ts';
import { lasBytes, type LasOptions } from '../testing/las-bytes.ts';
import { numbersOf } from '../../testing/random-numbers.ts';
import { readCopc } from '../testing/read-copc.ts';
import { buildCopc, type CopcAnswer } from './build-copc.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-copc-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const SILENT = { progress: () => undefined, say: () => undefined, tell: () => undefined };

async function build(bytes: Buffer, projection: unknown = null): Promise<CopcAnswer & { readonly path: string }> {
  const [source, scratch, output] = [join(folder, 'source'), folder, join(folder, 'cloud.copc.laz')];
  await writeFile(source, bytes);
  const answer = await buildCopc({ path: source, output, scratch, projection, tiles: null }, SILENT);
  expect((await readdir(folder)).toSorted()).toEqual(['cloud.copc.laz', 'source']);
  return { ...answer, path: output };
}

/** Points of a format whose every field has values of its own; fields that the format lacks are 0 or 1. */
function pointsOf(format: number, count: number, extra: number, seed: number) {
  const number = numbersOf(seed);
  const below = (end: number): number => Math.floor(number() * end);
  const recordBytes = FORMAT_BYTES[format]! + extra;
  const records = Buffer.alloc(recordBytes * count);
  const isModern = format >= 6;
  const hasTime = format === 1 || format >= 3;
  const colourAt = isModern ? 30 : format === 2 ? 20 : 28;
  const hasColour = [2, 3, 5, 7, 8, 10].includes(format);
  const hasInfrared = format === 8 || format === 10;
  const rows = Array.from({ length: count }, (_, index) => {
    const at = index * recordBytes;
    const stored = [below(100_000), below(100_000), below(5000)];
    stored.forEach((value, axis) => records.writeInt32LE(value, at + 4 * axis));
    const [intensity, returns, classification, user, source] = [
      below(65_536),
      1 + below(5),
      below(32),
      below(256),
      below(65_536),
    ];
    const thisReturn = 1 + below(returns);
    const flags = below(8);
    const [direction, edge] = [below(2), below(2)];
    const channel = isModern ? below(4) : 0;
    const angle = below(181) - 90;
    records.writeUInt16LE(intensity, at + 12);
    if (isModern) {
      records.writeUInt8(thisReturn | (returns << 4), at + 14);
      records.writeUInt8(flags | (channel << 4) | (direction << 6) | (edge << 7), at + 15);
      records.writeUInt8(classification, at + 16);
      records.writeUInt8(user, at + 17);
      records.writeInt16LE(Math.round(angle / 0.006), at + 18);
      records.writeUInt16LE(source, at + 20);
    } else {
      records.writeUInt8(thisReturn | (returns << 3) | (direction << 6) | (edge << 7), at + 14);
      records.writeUInt8(classification | (flags << 5), at + 15);
      records.writeInt8(angle, at + 16);
      records.writeUInt8(user, at + 17);
      records.writeUInt16LE(source, at + 18);
    }
    const time = hasTime ? 3e8 + below(1e9) / 1000 : 0;
    if (hasTime) records.writeDoubleLE(time, at + (isModern ? 22 : 20));
    const colour = hasColour ? [below(65_536), below(65_536), below(65_536)] : [];
    colour.forEach((value, band) => records.writeUInt16LE(value, at + colourAt + 2 * band));
    const infrared = hasInfrared ? [below(65_536)] : [];
    infrared.forEach((value) => records.writeUInt16LE(value, at + 36));
    for (let place = FORMAT_BYTES[format]!; place < recordBytes; place += 1) records.writeUInt8(below(256), at + place);
    return [
      ...stored.map((value) => Number((value * 0.01).toFixed(2))),
      intensity,
      thisReturn,
      returns,
      flags & 1,
      (flags >> 1) & 1,
      (flags >> 2) & 1,
      channel,
      direction,
      edge,
      classification,
      user,
      source,
      time,
      ...colour,
      ...infrared,
    ];
  });
  return { records, recordBytes, rows, hasColour, hasInfrared };
}

const NAMES =
  'X Y Z Intensity ReturnNumber NumberOfReturns Synthetic KeyPoint Withheld ScannerChannel ScanDirectionFlag EdgeOfFlightLine Classification UserData PointSourceId GpsTime'.split(
    ' ',
  );

const sorted = (rows: readonly (readonly number[])[]): readonly string[] => rows.map((row) => row.join(' ')).toSorted();

function lasOf(
  format: number,
  points: { readonly records: Buffer; readonly recordBytes: number },
  more: LasOptions = {},
): Buffer {
  return lasBytes({
    minor: format >= 6 ? 4 : format >= 4 ? 3 : 2,
    format,
    recordLength: points.recordBytes,
    points: points.records,
    bounds: [0, 0, 0, 1000, 1000, 50],
    ...more,
  });
}

it.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
  'points of format %i are all there, with every value, each in its node',
  async (format) => {
    const points = pointsOf(format, 2000, format % 3, 40 + format);
    const { facts, path } = await build(lasOf(format, points));
    const names = [
      ...NAMES,
      ...(points.hasColour ? ['Red', 'Green', 'Blue'] : []),
      ...(points.hasInfrared ? ['Infrared'] : []),
    ];
    const { copc, values, outside } = await readCopc(path, names);
    const found = Array.from({ length: 2000 }, (_, point) =>
      names.map((name, index) => (index < 3 ? Number(values[name]![point]!.toFixed(2)) : values[name]![point]!)),
    );
    expect(sorted(found)).toEqual(sorted(points.rows));
    expect(outside).toBe(0);
    expect(copc.header.pointCount).toBe(2000);
    expect(copc.header.pointDataRecordFormat).toBe(points.hasInfrared ? 8 : points.hasColour ? 7 : 6);
    expect(facts.pointCount).toBe(2000);
    expect(facts.returns.reduce((sum, count) => sum + count)).toBe(2000);
  },
);

it('a text of points keeps every digit and colour', async () => {
  const rows = Array.from({ length: 500 }, (_, index) => [
    412_345.125 + index,
    5_312_345.5 - index,
    12.25 + index / 8,
    index % 256,
    7,
    255,
  ]);
  const { path } = await build(Buffer.from(`X Y Z R G B\n${rows.map((row) => row.join(' ')).join('\n')}\n`));
  const { values } = await readCopc(path, ['X', 'Y', 'Z', 'Red', 'Green', 'Blue']);
  const found = values['X']!.map((_, point) => [
    ...['X', 'Y', 'Z'].map((name) => Number(values[name]![point]!.toFixed(3))),
    ...['Red', 'Green', 'Blue'].map((name) => values[name]![point]! / 257),
  ]);
  expect(sorted(found)).toEqual(sorted(rows));
});

it('a text of tiny things keeps the last of their digits', async () => {
  const rows = Array.from({ length: 9 }, (_, index) => [index, 8 - index, index % 4].map((value) => value / 10_000));
  const { path } = await build(
    Buffer.from(rows.map((row) => row.map((value) => value.toFixed(4)).join(' ')).join('\n')),
  );
  const { values } = await readCopc(path, ['X', 'Y', 'Z']);
  const found = values['X']!.map((_, point) => ['X', 'Y', 'Z'].map((name) => Number(values[name]![point]!.toFixed(4))));
  expect(sorted(found)).toEqual(sorted(rows));
});

it('what stands for no value in a text is none', async () => {
  const { facts } = await build(Buffer.from('X Y Z Quality\n1 2 3 5\n2 2 3 -\n- . + 4\n3 2 3 7\n'));
  expect(facts.pointCount).toBe(3);
  expect(facts.statistics.find(({ name }) => name === 'Quality')).toMatchObject({ minimum: 5, maximum: 7, mean: 6 });
});

it('values in extra bytes are told in their units', async () => {
  const description = Buffer.alloc(192);
  description[2] = 4;
  // Scale and offset are there.
  description[3] = 0b11000;
  description.write('Amplitude', 4, 'latin1');
  description.writeDoubleLE(0.01, 112);
  description.writeDoubleLE(100, 136);
  const records = Buffer.alloc(3 * 32);
  [-200, 0, 500].forEach((value, point) => {
    records.writeInt32LE(point * 100, 32 * point);
    records.writeInt16LE(value, 32 * point + 30);
  });
  const more = { records: [{ user: 'LASF_Spec', id: 4, data: description }] };
  const { facts } = await build(lasOf(6, { records, recordBytes: 32 }, more));
  const found = facts.statistics.find(({ name }) => name === 'Amplitude');
  expect(found).toEqual({ name: 'Amplitude', minimum: 98, maximum: 105, mean: 101 });
});

it('tells no mean of numbers whose sum has no end', async () => {
  const rows = [1, 2, 3].map((place) => `${place} ${place} 0 1.5e308`);
  const { facts } = await build(Buffer.from(`X Y Z Weight\n${rows.join('\n')}\n`));
  expect(facts.statistics.map(({ name }) => name)).not.toContain('Weight');
  expect(JSON.stringify(facts.statistics)).not.toContain('null');
});

it('fewer than two points, and points at one place, are refused with that reason', async () => {
  const one = pointsOf(0, 1, 0, 1);
  await expect(build(lasOf(0, one))).rejects.toThrow('It has one point; a cloud needs two.');
  await expect(build(lasOf(0, { records: Buffer.alloc(0), recordBytes: 20 }))).rejects.toThrow('It has no point');
  const same = Buffer.concat([one.records, one.records]);
  const bounds = [5, 5, 5, 5, 5, 5];
  await expect(build(lasOf(0, { records: same, recordBytes: 20 }, { bounds }))).rejects.toThrow('at one place');
});

it('bounds that lie are found out, and the cloud is built by those of its points', async () => {
  const points = pointsOf(6, 3000, 0, 9);
  const { path, facts } = await build(lasOf(6, points, { bounds: [100, 100, 0, 101, 101, 1] }));
  const { outside, copc } = await readCopc(path, ['X']);
  expect(outside).toBe(0);
  expect(copc.header.pointCount).toBe(3000);
  expect(facts.max[0]).toBeGreaterThan(900);
});

it('a hundred thousand points at two places are a cloud that can be read', async () => {
  const records = Buffer.alloc(30 * 300_000);
  for (let point = 0; point < 300_000; point += 1) records.writeInt32LE(point % 2 === 0 ? 0 : 100_000, 30 * point);
  const { path } = await build(lasOf(6, { records, recordBytes: 30 }));
  const { values, outside } = await readCopc(path, ['X']);
  expect(values['X']).toHaveLength(300_000);
  expect(outside).toBe(0);
});

it('keeps times that are no numbers, coordinates at the ends of their range, and four channels', async () => {
  const [lowest, highest] = [-(2 ** 31), 2 ** 31 - 1];
  const records = Buffer.alloc(30 * 8);
  for (let point = 0; point < 8; point += 1) {
    const at = 30 * point;
    [point & 1, (point >> 1) & 1, point >> 2].forEach((end, axis) =>
      records.writeInt32LE(end === 0 ? lowest : highest, at + 4 * axis),
    );
    records.writeUInt8(0x11, at + 14);
    records.writeUInt8((point % 4) << 4, at + 15);
    records.writeDoubleLE([NaN, -Infinity, Infinity, -0, 1e300, 5e-324, 0, 7][point]!, at + 22);
  }
  const reach = 2 ** 31 / 100;
  const bounds = [-reach, -reach, -reach, reach, reach, reach];
  const { path } = await build(lasOf(6, { records, recordBytes: 30 }, { bounds }));
  const { values, outside } = await readCopc(path, ['X', 'Y', 'Z', 'GpsTime', 'ScannerChannel']);
  expect(outside).toBe(0);
  const found = values['X']!.map((x, point) => [
    ...[x, values['Y']![point]!, values['Z']![point]!].map((value) => Math.round(value * 100)),
    values['GpsTime']![point]!,
    values['ScannerChannel']![point]!,
  ]);
  const expected = Array.from({ length: 8 }, (_, point) => [
    ...[point & 1, (point >> 1) & 1, point >> 2].map((end) => (end === 0 ? lowest : highest)),
    [NaN, -Infinity, Infinity, -0, 1e300, 5e-324, 0, 7][point]!,
    point % 4,
  ]);
  expect(sorted(found)).toEqual(sorted(expected));
});

it('of a LAZ that is cut off tells how much of it is there', async () => {
  const { path } = await build(lasOf(6, pointsOf(6, 120_000, 0, 3)));
  const whole = await readFile(path);
  const reason = /list of its compressed points is not in it\. (\d+) of its 120000 points are whole in it\.$/;
  const cut = whole.subarray(0, Math.floor(0.7 * whole.length));
  const words = await build(cut).then(
    () => 'built',
    (error: Error) => error.message,
  );
  const [, count] = reason.exec(words) ?? [];
  expect(Number(count)).toBeGreaterThan(0);
  expect(Number(count)).toBeLessThan(120_000);
});
