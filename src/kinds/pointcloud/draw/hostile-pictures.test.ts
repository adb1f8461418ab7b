import { mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import '../../../geodata/testing/axis-order.ts';
import { inTime } from '../../testing/in-time.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';
import { buildCopc } from '../copc-build/build-copc.ts';
import { copcBytes } from '../testing/las-bytes.ts';
import { anyDamage } from '../testing/point-records.ts';
import { surfaceLas } from '../testing/surface-cloud.ts';
import cloudPicture, { type CloudPictureOrder } from './cloud-picture.child.ts';

let folder: string;
let sound: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-hostile-pictures-'));
  const paths = { path: join(folder, 'source.las'), output: join(folder, 'sound.copc.laz'), scratch: folder };
  const height = (column: number, row: number): number => 100 + ((column * row) % 7);
  await writeFile(
    paths.path,
    surfaceLas({ origin: [500_000, 4_000_000], squares: [60, 40], step: 1, crs: 32_633, height, seed: 1 }),
  );
  const silent = { progress: () => undefined, say: () => undefined, tell: () => undefined };
  await buildCopc({ ...paths, projection: null, tiles: null }, silent);
  sound = await readFile(paths.output);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let written = 0;
/** Pixels of the picture, or why there is none. */
async function outcomeOf(bytes: Buffer, shows: CloudPictureOrder['shows']): Promise<string> {
  const path = join(folder, 'hostile.copc.laz');
  await writeFile(path, bytes);
  try {
    const picture = await cloudPicture({ path, version: `${(written += 1)}`, shows, format: 'png' });
    return typeof picture === 'string' ? picture : 'drawn';
  } catch (error) {
    if (error instanceof OperationRefusal) return error.message;
    throw error;
  }
}

const thumbnail = { longestSide: 64 } as const;
const world = { z: 0, x: 0, y: 0, scale: 1 } as const;

it('bytes that changed anywhere make another picture or a refusal, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyDamage,
      fc.constantFrom<CloudPictureOrder['shows']>(thumbnail, world),
      async (damage, shows) => {
        const bytes = Buffer.from(sound);
        for (const [place, value] of damage) bytes[Math.floor(place * bytes.length)] = value;
        expect(await inTime(outcomeOf(bytes, shows))).not.toBe('');
      },
    ),
    { numRuns: 300 },
  );
}, 60_000);

it('a file that is cut off anywhere is refused', async () => {
  for (let share = 0; share < 1; share += 0.1)
    expect(await outcomeOf(sound.subarray(0, Math.floor(share * sound.length)), thumbnail)).not.toBe('drawn');
});

/** Where the hierarchy stands in a file of ours, and its only entry. */
const entryAt = (): number => Number(sound.readBigUInt64LE(375 + 54 + 40));

it.runIf(process.platform === 'linux')('no file stays open when its picture is drawn, or refused', async () => {
  for (const bytes of [sound, sound.subarray(0, 500)]) await outcomeOf(bytes, thumbnail);
  const open = (await readdir('/proc/self/fd')).map((name) => readlink(join('/proc/self/fd', name)).catch(() => ''));
  expect((await Promise.all(open)).filter((path) => path.startsWith(folder))).toEqual([]);
});

it('a hierarchy that leads to itself is refused', async () => {
  expect(await outcomeOf(copcBytes(), thumbnail)).toMatch(/hierarchy|bounds/);
  const circle = Buffer.from(sound);
  circle.writeInt32LE(-1, entryAt() + 28);
  circle.writeBigUInt64LE(BigInt(entryAt()), entryAt() + 16);
  circle.writeInt32LE(32, entryAt() + 24);
  expect(await outcomeOf(circle, thumbnail)).toBe('The page of node 0-0-0-0 of its hierarchy does not have it.');
});

it('a node that claims two thousand million points is refused before memory is taken for them', async () => {
  const bytes = Buffer.from(sound);
  bytes.writeInt32LE(2 ** 31 - 1, entryAt() + 28);
  expect(await outcomeOf(bytes, thumbnail)).toBe('One of its nodes has more points than a picture can be drawn of.');
});

it.each([
  ['no number', NaN],
  ['endless', Infinity],
  ['very large', 1e300],
])('bounds that are %s are refused, or show nothing', async (_, value) => {
  const bytes = Buffer.from(sound);
  bytes.writeDoubleLE(value, 179);
  const outcome = await outcomeOf(bytes, thumbnail);
  expect(['drawn', 'Its bounds are not sound.']).toContain(outcome);
  expect(['drawn', 'Its bounds are not sound.', 'no-place', 'outside']).toContain(await outcomeOf(bytes, world));
});

it.each([
  ['that names a file', 'PROJCS["x",GEOGCS["x",DATUM["x",SPHEROID["x",6378137,298]]],PARAMETERFILE["/etc/passwd"]]'],
  ['of the Moon', 'GEOGCS["Moon",DATUM["Moon",SPHEROID["Moon",1737400,0]],PRIMEM["x",0],UNIT["degree",0.01745329]]'],
  ['of the centre of the Earth', 'GEOCCS["x",DATUM["x",SPHEROID["x",6378137,298]],PRIMEM["x",0],UNIT["metre",1]]'],
  ['that is a room', 'LOCAL_CS["room",UNIT["metre",1]]'],
])('a CRS %s has no place', async (_, wkt) => {
  const bytes = Buffer.from(sound);
  const at = bytes.indexOf('PROJCS[');
  expect(at).toBeGreaterThan(0);
  bytes.write(`${wkt}\0`, at, 'latin1');
  expect([await outcomeOf(bytes, world), await outcomeOf(bytes, thumbnail)]).toEqual(['no-place', 'drawn']);
});
