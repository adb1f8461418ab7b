import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { Copc, Las } from 'copc';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import '../../../geodata/testing/axis-order.ts';
import { hasSharedData, SHARED_DATA } from '../../../../test/support/shared-data.ts';
import { readCopc } from '../testing/read-copc.ts';
import { buildCopc, type CopcAnswer } from './build-copc.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-ept-'));
  await mkdir(join(folder, 'scratch'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const SILENT = { progress: () => undefined, say: () => undefined, tell: () => undefined };
const output = (): string => join(folder, 'cloud.copc.laz');
const build = (path: string, tiles: readonly string[]): Promise<CopcAnswer> =>
  buildCopc({ path, output: output(), scratch: join(folder, 'scratch'), projection: null, tiles }, SILENT);

const SCHEMA = [
  { name: 'X', type: 'signed', size: 4, scale: 0.01, offset: 500 },
  { name: 'Y', type: 'signed', size: 4, scale: 0.01, offset: 0 },
  { name: 'Z', type: 'signed', size: 4, scale: 0.01, offset: 0 },
  { name: 'Classification', type: 'unsigned', size: 1 },
  { name: 'GpsTime', type: 'float', size: 8 },
];
const ROW = 21;

async function writeTiles(dataType: string, counts: readonly number[], schema: readonly object[] = SCHEMA) {
  const description = { bounds: [0, 0, 0, 1, 1, 1], dataType, hierarchyType: 'json', points: 1, schema, srs: {} };
  const path = join(folder, 'ept.json');
  await writeFile(path, JSON.stringify(description));
  const tiles: string[] = [];
  for (const [number, count] of counts.entries()) {
    const rows = Buffer.alloc(count * ROW);
    for (let row = 0; row < count; row += 1) {
      const at = row * ROW;
      [100 * row, 25 * number, 7].forEach((value, axis) => rows.writeInt32LE(value, at + 4 * axis));
      rows.writeUInt8(number, at + 12);
      rows.writeDoubleLE(row / 4, at + 13);
    }
    const tile = join(folder, `tile-${number}`);
    await writeFile(tile, dataType === 'zstandard' ? zstdCompressSync(rows) : rows);
    tiles.push(tile);
  }
  return { path, tiles };
}

it.each(['binary', 'zstandard'])('tiles of kind %s keep every value', async (dataType) => {
  const { path, tiles } = await writeTiles(dataType, [3, 40]);
  const { facts } = await build(path, tiles);
  expect(facts.pointCount).toBe(43);
  const { values } = await readCopc(output(), ['X', 'Y', 'Z', 'Classification', 'GpsTime']);
  const points = values['X']!.map((x, point) => [
    x,
    ...['Y', 'Z', 'Classification', 'GpsTime'].map((name) => values[name]![point]!),
  ]);
  const expected = [3, 40].flatMap((count, number) =>
    Array.from({ length: count }, (_, row) => [500 + row, number / 4, 0.07, number, row / 4]),
  );
  const sorted = (rows: readonly (readonly number[])[]): readonly string[] =>
    rows.map((row) => row.map((value) => value.toFixed(4)).join(' ')).toSorted();
  expect(sorted(points)).toEqual(sorted(expected));
});

it('says why tiles cannot be read', async () => {
  const cut = await writeTiles('binary', [3]);
  await writeFile(cut.tiles[0]!, Buffer.alloc(ROW + 1));
  await expect(build(cut.path, cut.tiles)).rejects.toThrow('it ends within a point');
  const damaged = await writeTiles('zstandard', [3]);
  await writeFile(damaged.tiles[0]!, Buffer.alloc(50, 7));
  await expect(build(damaged.path, damaged.tiles)).rejects.toThrow('A tile cannot be decompressed');
  const strange = await writeTiles('binary', [3], [{ name: 'X', type: 'signed', size: 3 }]);
  await expect(build(strange.path, strange.tiles)).rejects.toThrow('Its schema has a dimension');
  const lasLess = await writeTiles('laszip', []);
  await expect(build(lasLess.path, lasLess.tiles)).rejects.toThrow('It has no tile with points.');
});

describe.runIf(hasSharedData)('a real Entwine Point Tile', () => {
  it('has the points of the COPC that was made of the same cloud', async () => {
    const root = join(SHARED_DATA, 'pointcloud/ept_lone_star');
    const tiles = (await readdir(join(root, 'ept-data'))).map((name) => join(root, 'ept-data', name));
    const { facts } = await build(join(root, 'ept.json'), tiles);
    const reference = await readFile(join(SHARED_DATA, 'pointcloud/lone_star.copc.laz'));
    expect(facts.pointCount).toBe(518_862);
    const names = ['X', 'Y', 'Z', 'Intensity', 'Classification'];
    expect(await sums(await readFile(output()), names)).toEqual(await sums(reference, names));
  });
});

/** Sums of values, to a thousandth: whatever the order of points. */
async function sums(file: Buffer, names: readonly string[]): Promise<readonly number[]> {
  const get = async (begin: number, end: number): Promise<Uint8Array> => file.subarray(begin, end);
  const copc = await Copc.create(get);
  const bytes = await Las.PointData.decompressFile(file);
  const view = Las.View.create(bytes, copc.header, copc.eb);
  return names.map((name) => {
    const value = view.getter(name);
    let sum = 0;
    for (let point = 0; point < view.pointCount; point += 1) sum += Math.round(value(point) * 1e5) % 1e6;
    return sum;
  });
}
