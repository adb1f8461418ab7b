import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import '../../../geodata/testing/axis-order.ts';
import { ThreadError } from '../../../concurrency/index.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';
import { ENTRY_BYTES } from '../copc/copc-layout.ts';
import { lasBytes } from '../testing/las-bytes.ts';
import { squareCloud } from '../testing/square-cloud.ts';
import { buildCopc } from './build-copc.ts';

let folder: string;
let copc: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-hostile-'));
  await outcome(squareCloud());
  copc = await readFile(join(folder, 'cloud.copc.laz'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const told: string[] = [];
const VOICE = { progress: () => undefined, say: () => undefined, tell: (line: string) => void told.push(line) };

/** Words of a refusal, or what was made. Any other error fails the test. */
async function outcome(bytes: Buffer): Promise<string> {
  const [path, output] = [join(folder, 'source'), join(folder, 'cloud.copc.laz')];
  await rm(output, { force: true });
  await writeFile(path, bytes);
  told.length = 0;
  try {
    const { isSound } = await buildCopc({ path, output, scratch: folder, projection: null, tiles: null }, VOICE);
    return isSound ? 'sound' : 'built';
  } catch (error) {
    if (error instanceof OperationRefusal || error instanceof ThreadError) return error.message;
    throw error;
  } finally {
    // Whatever the end, no scratch file stays.
    expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  }
}

/** A copy of the COPC with other bytes. */
function changed(change: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.from(copc);
  change(bytes);
  return bytes;
}

const CENTER_PLACE = 429;
const HALF_SIZE_PLACE = CENTER_PLACE + 24;
const HIERARCHY_PLACE = CENTER_PLACE + 40;
const hierarchyAt = (bytes: Buffer): number => Number(bytes.readBigUInt64LE(HIERARCHY_PLACE));
const PAGE_SIZE = HIERARCHY_PLACE + 8;
const CHUNK_TABLE = (bytes: Buffer): number => bytes.readUInt32LE(96);

/** The COPC with a page of the hierarchy behind its end. @param make of the entry of the root, and the place of the page */
const ownPage = (make: (entry: Buffer, at: number) => Buffer) => (): Buffer => {
  const root = hierarchyAt(copc);
  const page = make(Buffer.from(copc.subarray(root, root + ENTRY_BYTES)), copc.length);
  const bytes = Buffer.concat([copc, page]);
  bytes.writeBigUInt64LE(BigInt(copc.length), HIERARCHY_PLACE);
  bytes.writeBigUInt64LE(BigInt(page.length), PAGE_SIZE);
  return bytes;
};
const changedAt = (change: (bytes: Buffer, hierarchy: number) => unknown) => (): Buffer =>
  changed((bytes) => void change(bytes, hierarchyAt(bytes)));

describe('R-8 numbers that lie', () => {
  it.each([
    [
      '10^12 points in a LAS',
      () => lasBytes({ minor: 4, format: 6, count: 10n ** 12n, points: Buffer.alloc(300) }),
      /cut off: it has 10 of the 1000000000000/,
    ],
    [
      '10^12 points in a LAZ',
      () => changed((bytes) => bytes.writeBigUInt64LE(10n ** 12n, 247)),
      /points are in no compressed chunk/,
    ],
    [
      'a chunk table beyond the end',
      () => changed((bytes) => bytes.writeBigInt64LE(10n ** 12n, CHUNK_TABLE(bytes))),
      /cut off or damaged/,
    ],
    [
      'a chunk table before the points',
      () => changed((bytes) => bytes.writeBigInt64LE(5n, CHUNK_TABLE(bytes))),
      /cut off or damaged/,
    ],
    [
      'a million chunks in the table',
      () => changed((bytes) => bytes.writeUInt32LE(1_000_000, Number(bytes.readBigInt64LE(CHUNK_TABLE(bytes))) + 4)),
      /cut off or damaged/,
    ],
    ['a scale that is no number', () => changed((bytes) => bytes.writeDoubleLE(NaN, 131)), /scale/],
    [
      'points that begin beyond the end',
      () => changed((bytes) => bytes.writeUInt32LE(0xffff_fff0, 96)),
      /cut off|header/,
    ],
    ['a record of no bytes', () => changed((bytes) => bytes.writeUInt16LE(0, 105)), /bytes|length|shorter/],
  ])('%s', async (_, make, reason) => {
    expect(await outcome(make())).toMatch(reason);
  });

  it.each([
    [
      'a page that leads to itself',
      ownPage((entry, at) => {
        entry.writeBigUInt64LE(BigInt(at), 16);
        entry.writeInt32LE(ENTRY_BYTES, 24);
        entry.writeInt32LE(-1, 28);
        return entry;
      }),
      /circles/,
    ],
    ['a node twice', ownPage((entry) => Buffer.concat([entry, entry])), /twice/],
    ['a node beyond the end', changedAt((bytes, at) => bytes.writeBigUInt64LE(10n ** 12n, at + 16)), /cannot be/],
    ['a node of 2^31 points', changedAt((bytes, at) => bytes.writeInt32LE(2 ** 31 - 1, at + 28)), /hierarchy has/],
    ['a negative level', changedAt((bytes, at) => bytes.writeInt32LE(-5, at)), /cannot be/],
    [
      'a page of 2^60 bytes',
      changedAt((bytes) => bytes.writeBigUInt64LE(2n ** 60n, PAGE_SIZE)),
      /page of its hierarchy/,
    ],
    ['a page of half an entry', changedAt((bytes) => bytes.writeBigUInt64LE(16n, PAGE_SIZE)), /page of its hierarchy/],
    [
      'a node whose parents are nowhere',
      changedAt((bytes, at) => {
        bytes.writeInt32LE(1, at);
        const half = bytes.readDoubleLE(HALF_SIZE_PLACE);
        for (let place = CENTER_PLACE; place < HALF_SIZE_PLACE; place += 8)
          bytes.writeDoubleLE(bytes.readDoubleLE(place) + half, place);
        bytes.writeDoubleLE(2 * half, HALF_SIZE_PLACE);
      }),
      /no node leads to 1-0-0-0/,
    ],
    [
      'a page that has another node than the one that leads to it',
      () => {
        const own = hierarchyAt(copc);
        const lead = Buffer.from(copc.subarray(own, own + ENTRY_BYTES));
        lead.writeBigUInt64LE(BigInt(copc.length + 2 * ENTRY_BYTES), 16);
        [1, 1, 1, 1].forEach((value, index) => lead.writeInt32LE(value, 4 * index));
        lead.writeInt32LE(ENTRY_BYTES, 24);
        lead.writeInt32LE(-1, 28);
        const other = Buffer.alloc(ENTRY_BYTES);
        other.writeInt32LE(1, 0);
        const bytes = Buffer.concat([copc, copc.subarray(own, own + ENTRY_BYTES), lead, other]);
        bytes.writeBigUInt64LE(BigInt(copc.length), HIERARCHY_PLACE);
        bytes.writeBigUInt64LE(BigInt(2 * ENTRY_BYTES), PAGE_SIZE);
        return bytes;
      },
      /page of node 1-1-1-1 of its hierarchy does not have it/,
    ],
    ['a cube without a size', changedAt((bytes) => bytes.writeDoubleLE(NaN, HALF_SIZE_PLACE)), /cube/],
    ['a cube without an end', changedAt((bytes) => bytes.writeDoubleLE(Infinity, HALF_SIZE_PLACE)), /cube/],
    ['a cube at no place', changedAt((bytes) => bytes.writeDoubleLE(NaN, CENTER_PLACE)), /cube/],
    ['points at no distance', changedAt((bytes) => bytes.writeDoubleLE(0, HALF_SIZE_PLACE + 8)), /cube/],
    ['bounds that are no numbers', changedAt((bytes) => bytes.writeDoubleLE(Infinity, 179)), /not a box of finite/],
    ['bounds beside its points', changedAt((bytes) => bytes.writeDoubleLE(500_001, 179)), /outside of the bounds/],
  ])('a COPC with %s is left aside, and its points are arranged anew', async (_, make, words) => {
    expect(await outcome(make())).toBe('built');
    expect(told.join('\n')).toMatch(words);
  });
});

it('R-8 whatever bytes are damaged, a build ends with a cloud or a reason', { timeout: 120_000 }, async () => {
  const sources = [copc, squareCloud()];
  const anyChange = fc.tuple(
    fc.nat(1),
    fc.array(fc.tuple(fc.double({ min: 0, max: 0.9999, noNaN: true }), fc.nat(255)), { minLength: 1, maxLength: 6 }),
    fc.boolean(),
    fc.double({ min: 0.01, max: 1, noNaN: true }),
  );
  await fc.assert(
    fc.asyncProperty(anyChange, async ([which, places, isInFront, kept]) => {
      const bytes = Buffer.from(sources[which]!);
      const reach = isInFront ? 700 : bytes.length;
      for (const [place, value] of places) bytes[Math.floor(place * reach)] = value;
      expect(await outcome(bytes.subarray(0, Math.ceil(kept * bytes.length)))).not.toBe('');
    }),
    { numRuns: 150 },
  );
});
