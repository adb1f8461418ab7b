import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createMarkers, parseMarker, type Marker, type Markers } from './marker.ts';
import { delayOf, MAX_RUNS } from './schedule.ts';

const HASH = 'ab'.repeat(32);
const DATASET = '00000000-0000-4000-8000-000000000000';

let folder: string;
let markers: Markers;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-markers-'));
  markers = createMarkers(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const place = (): string => join(folder, DATASET, 'pending');
const pieces = async (): Promise<Marker[][]> => {
  const found: Marker[][] = [];
  for await (const piece of markers.pieces(DATASET)) found.push(piece);
  return found;
};
const all = async (): Promise<Marker[]> => (await pieces()).flat();

const text = fc.string({ unit: 'binary', minLength: 1 }).filter((one) => one.isWellFormed() && !one.includes('\0'));
const anyMarker = fc.record({
  hash: fc.stringMatching(/^[0-9a-f]{64}$/),
  path: text,
  missingDependencies: fc.array(text, { maxLength: 20 }),
  lastAttempt: fc.nat(),
});

it('reads back what it wrote, whatever the path and the names are', async () => {
  await fc.assert(
    fc.asyncProperty(anyMarker, async (marker) => {
      await markers.write(DATASET, marker);
      const found = await all();
      expect([found, await markers.has(DATASET, marker)]).toEqual([[marker], true]);
      await markers.remove(DATASET, marker);
      expect(await readdir(place())).toEqual([]);
    }),
    { numRuns: 30 },
  );
});

it('reads any text without a fault, and only what a database can keep', () => {
  const lone = fc.constantFrom('\\ud800', '\\u0000', 'x');
  const json = fc
    .record({ path: lone, missing: lone, time: fc.oneof(fc.double(), fc.string()) })
    .map(
      ({ path, missing, time }) =>
        `{"hash":"${HASH}","path":"${path}","missingDependencies":["${missing}"],"lastAttempt":${JSON.stringify(time)}}`,
    );
  const name = fc.constantFrom(`${HASH}.pending`, 'x.pending', `${HASH}-0.pending`);
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json(), json), name, (content, file) => {
      const marker = parseMarker(content, file);
      if (marker === undefined) return;
      expect(marker.hash).toMatch(/^[0-9a-f]{64}$/);
      expect(Number.isFinite(marker.lastAttempt) && marker.lastAttempt >= 0).toBe(true);
      for (const one of [marker.path ?? '', ...marker.missingDependencies])
        expect(one.isWellFormed() && !one.includes('\0')).toBe(true);
    }),
    { numRuns: 500 },
  );
});

it('reads the older form: the time, then a missing file in each line', () => {
  fc.assert(
    fc.property(
      fc.nat(),
      fc.array(fc.stringMatching(/^[\w./ -]*\w$/)),
      fc.constantFrom('\n', '\r\n'),
      (time, names, end) => {
        const missingDependencies = names.map((name) => name.trim()).filter((name) => name !== '');
        expect(parseMarker([String(time), ...names].join(end), `${HASH}.pending`)).toEqual({
          hash: HASH,
          path: null,
          missingDependencies,
          lastAttempt: time,
        });
      },
    ),
  );
  expect(parseMarker('soon\na.shx', `${HASH}.pending`)).toMatchObject({ lastAttempt: 0 });
  expect(parseMarker('1\na.shx', 'other.pending')).toBeUndefined();
});

it('leaves out what is no marker, and removes what a crash left of one', async () => {
  expect(await all()).toEqual([]);
  await mkdir(join(place(), 'folder.pending'), { recursive: true });
  await writeFile(join(place(), 'large.pending'), Buffer.alloc(1024 * 1024 + 1));
  await writeFile(join(place(), 'note.txt'), '1');
  for (const name of ['old.new', 'young.new']) await writeFile(join(place(), name), '{');
  await utimes(join(place(), 'old.new'), 0, 0);
  expect(await all()).toEqual([]);
  expect((await readdir(place())).toSorted()).toEqual(['folder.pending', 'large.pending', 'note.txt', 'young.new']);
});

it('leaves the marker as it was when it cannot be replaced, and nothing beside it', async () => {
  const marker = { hash: HASH, path: 'a.shp', missingDependencies: ['a.shx'], lastAttempt: 1 };
  await markers.write(DATASET, marker);
  const [name] = await readdir(place());
  await rm(join(place(), name!));
  await mkdir(join(place(), name!, 'in the way'), { recursive: true });
  await expect(markers.write(DATASET, { ...marker, lastAttempt: 2 })).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
  expect(await readdir(place())).toEqual([name]);
});

it('gives many markers in pieces', async () => {
  await mkdir(place(), { recursive: true });
  for (let index = 0; index < 501; index += 1)
    await writeFile(join(place(), `${index.toString(16).padStart(64, '0')}.pending`), '7\na.shx');
  expect((await pieces()).map(({ length }) => length)).toEqual([500, 1]);
});

it('the delays of an epoch grow and are bounded', () => {
  const delays = Array.from({ length: MAX_RUNS }, (_, index) => delayOf(index + 1) / 60_000);
  expect(delays).toEqual([1, 2, 5, 10, 20, 40, 60, 60, 60, 60, 60, 60]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), (run) => {
      expect(delayOf(run)).toBeGreaterThanOrEqual(60_000);
      expect(delayOf(run)).toBeLessThanOrEqual(3_600_000);
      expect(delayOf(run + 1)).toBeGreaterThanOrEqual(delayOf(run));
    }),
  );
});
