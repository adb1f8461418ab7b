import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hasSharedData, SHARED_DATA } from '../../../test/support/shared-data.ts';
import { createEngine, type Engine } from '../../engine/index.ts';
import { EntryType, type FileFacts } from '../../inspection/index.ts';
import { pointShapefile } from '../../../test/support/point-shapefile.ts';
import { drawVectorFile } from './drawing.ts';
import { inspectFile } from '../testing/inspect-file.ts';

type Files = Readonly<Record<string, Buffer>>;

let folder: string;
let engine: Engine;
let round = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-untouched-'));
  engine = createEngine({ children: 1, callTimeoutMs: 20_000, memoryLimitBytes: 2 ** 29 });
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Inspects and draws the first file with the others beside it, all named by their hashes as in the store, and makes sure
 * that there is afterwards what there was before. They may be written to here; that they may not be in the store is a
 * second wall.
 */
async function inspectUntouched(files: Files): Promise<FileFacts> {
  const store = join(folder, String((round += 1)));
  await mkdir(store);
  const blobs = Object.entries(files).map(([name, bytes]) => ({ name, bytes, path: join(store, hashOf(bytes)) }));
  for (const { path, bytes } of blobs) await writeFile(path, bytes);
  const neighbours = {
    find: (names: readonly string[]) =>
      Promise.resolve(
        new Map(
          blobs
            .filter(({ name }) => names.includes(name))
            .map(({ name, path, bytes }) => [name, { path, size: bytes.length }]),
        ),
      ),
  };
  const [{ name, path, bytes }] = blobs as [(typeof blobs)[number]];
  const file = { path, name, size: bytes.length, neighbours };
  const signal = AbortSignal.timeout(60_000);
  const facts = await inspectFile(file, engine, signal);
  await drawVectorFile(file, engine, { size: 16, format: 'png' }, signal).catch(() => null);
  expect((await readdir(store)).toSorted()).toEqual([...new Set(blobs.map((blob) => hashOf(blob.bytes)))].toSorted());
  for (const blob of blobs) expect(hashOf(await readFile(blob.path)), blob.name).toBe(hashOf(blob.bytes));
  return facts;
}

const sound = pointShapefile([
  [1, 2],
  [3, 4],
  [5, 6],
]);

const warning = ({ properties }: FileFacts): unknown => properties['warning'];
const PLACE = { type: EntryType.Vector, pointGeometry: { coordinates: [3, 4, 0] } };

it('R-8 a photograph uploaded as the index of a shapefile stays a photograph', async () => {
  const photo = Buffer.concat([Buffer.from('ffd8ffe000104a464946', 'hex'), Buffer.alloc(100_000, 7)]);
  for (const index of [
    photo,
    Buffer.alloc(0),
    Buffer.alloc(100),
    sound.shx.subarray(0, 60),
    sound.shx.subarray(0, 108),
  ]) {
    const facts = await inspectUntouched({ 'a.shp': sound.shp, 'a.shx': index, 'a.dbf': photo, 'a.cpg': photo });
    expect(facts).toMatchObject(PLACE);
    expect(warning(facts)).toContain('another was made from the .shp');
  }
});

it('R-8 a sound index is used, and a lost one is made: the same features', async () => {
  const facts = await inspectUntouched({ 'a.shp': sound.shp, 'a.shx': sound.shx });
  expect(facts).toMatchObject(PLACE);
  expect(warning(facts)).not.toContain('index');
  const lost = await inspectUntouched({ 'a.shp': sound.shp });
  expect(warning(lost)).toContain('a.shx is missing');
  expect(lost.properties['vector']).toEqual(facts.properties['vector']);
});

it('R-8 a shapefile without a sound record is none', async () => {
  const damaged = Buffer.from(sound.shp);
  damaged.writeInt32BE(-1, 104);
  expect(await inspectUntouched({ 'a.shp': damaged })).toMatchObject({ type: EntryType.Generic });
});

it('R-8 no blob changes when shapefiles are damaged anywhere', async () => {
  const damage = fc.record({
    cut: fc.double({ min: 0, max: 1, noNaN: true }),
    flips: fc.array(fc.tuple(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), fc.nat(255)), {
      maxLength: 6,
    }),
  });
  const damaged = (bytes: Buffer, { cut, flips }: { cut: number; flips: readonly (readonly [number, number])[] }) => {
    // Half of them keep their length, which the header has to agree with.
    const copy = Buffer.from(cut > 0.5 ? bytes : bytes.subarray(0, Math.floor(bytes.length * 2 * cut)));
    for (const [at, value] of flips) if (copy.length > 0) copy[Math.floor(at * copy.length)] = value;
    return copy;
  };
  const part = fc.option(damage, { nil: undefined, freq: 2 });
  await fc.assert(
    fc.asyncProperty(part, part, part, async (shp, shx, dbf) => {
      const { type } = await inspectUntouched({
        'a.shp': shp === undefined ? sound.shp : damaged(sound.shp, shp),
        'a.shx': shx === undefined ? sound.shx : damaged(sound.shx, shx),
        'a.dbf': dbf === undefined ? sound.dbf : damaged(sound.dbf, dbf),
      });
      expect([EntryType.Vector, EntryType.Generic]).toContain(type);
    }),
    { numRuns: 150 },
  );
});

if (!hasSharedData) console.info('Only shapefiles are looked at: the shared data is absent.');
it.runIf(hasSharedData)('R-8 nor do those of other kinds, nor does anything appear beside them', async () => {
  const names = ['us_states.kmz', 'countries.fgb', 'nc.gpkg', 'world.dxf', 'kmlsamples.kml', 'glaciers_points.geojson'];
  for (const name of names) {
    const whole = await readFile(join(SHARED_DATA, 'vector', name));
    const journal = Buffer.from(whole);
    // In a GeoPackage: the mode in which even readers write beside it.
    journal.fill(2, 18, 20);
    const flipped = Buffer.from(whole);
    for (let at = 200; at < flipped.length; at += 997) flipped[at] = flipped[at]! ^ 0x11;
    for (const bytes of [whole, whole.subarray(0, whole.length >> 1), journal, flipped])
      expect([EntryType.Vector, EntryType.Generic]).toContain((await inspectUntouched({ [name]: bytes })).type);
  }
});
