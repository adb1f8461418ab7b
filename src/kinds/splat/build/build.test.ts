import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutputRequest } from '../../../builds/index.ts';
import { zipBytes } from '../../../../test/support/zip-bytes.ts';
import { type BuiltOutput, openOutputBench, type OutputBench } from '../../../builds/outputs/testing/output-bench.ts';
import { openWindow } from '../../../geodata/tiff/byte-window.ts';
import { readRadHead } from '../rad/read-rad.ts';
import { densePlane } from '../lod/testing/scenes.ts';
import { plyOf } from '../testing/encode-ply.ts';
import { sogFilesOf } from '../testing/encode-sog.ts';
import { radOutput } from './build.ts';

let bench: OutputBench;
beforeAll(async () => void (bench = await openOutputBench()));
afterAll(() => bench[Symbol.asyncDispose]());

const build = (files: Readonly<Record<string, string | Uint8Array>>, more?: Partial<OutputRequest>) =>
  bench.build(radOutput, files, more);

const json = async ({ scratch }: BuiltOutput, name: string): Promise<unknown> =>
  JSON.parse(await readFile(join(scratch, name), 'utf8')) as unknown;

const SPLATS = 20_000;
const scene = () => densePlane(SPLATS, 1);

describe('a file of splats', () => {
  it('becomes a RAD with its box, and tells what it has', async () => {
    const built = await build({ 'scan.ply': plyOf(scene()) });
    expect((await readdir(built.scratch)).toSorted()).toEqual(['bounds.json', 'model.rad']);
    const { facts, log, steps } = built;
    expect(facts).toMatchObject({ splats: SPLATS, dropped: 0, shDegree: 1, place: null, placing: null });
    expect(facts['warning']).toBeUndefined();
    expect(await json(built, 'bounds.json')).toEqual({ min: facts['min'], max: facts['max'] });
    using file = openWindow(join(built.scratch, 'model.rad'));
    expect(readRadHead(file)).toMatchObject({ count: facts['treeSplats'], shDegree: 1, lodTree: true });
    expect(log[0]).toMatch(
      /^20000 splats with harmonics of degree 1: up to \d+ MB of memory and \d+ MB of the disk are needed\.$/,
    );
    expect(log.at(-1)).toMatch(/^20000 splats, \d+ in \d+ levels, \d+ MB: [\d.]+ s, \d+ MB at most\.$/);
    expect([steps[0], steps.at(-1)]).toEqual([
      [0, 'Reading splats'],
      [100, 'Done'],
    ]);
  });

  it('leaves out what cannot be drawn, and says how many', async () => {
    const model = scene();
    model.centres[0] = NaN;
    model.centres[4] = Infinity;
    model.rotations.fill(0, 8, 12);
    model.scales[11] = Infinity;
    model.opacities[4] = 0;
    const { facts, log } = await build({ 'scan.ply': plyOf(model) });
    expect(facts).toMatchObject({
      splats: SPLATS - 5,
      dropped: 5,
      warning: '5 of its splats cannot be drawn and are left out.',
    });
    expect(log).toContain('5 splats cannot be drawn and are left out.');
  });

  it('tells the memory of all splats that are read, whatever else the file says of their number', async () => {
    const files = await sogFilesOf(densePlane(2000, 3), 1);
    const meta = JSON.parse(files.get('meta.json')!.toString('utf8')) as { shN: object };
    // Version 1 has other members for them.
    files.set('meta.json', Buffer.from(JSON.stringify({ ...meta, count: 1, shN: { ...meta.shN, bands: 0 } })));
    const archive = zipBytes(Array.from(files, ([name, content]) => ({ name, content })));
    const { facts, log } = await build({ 'scan.sog': archive });
    expect(facts).toMatchObject({ splats: 2000, shDegree: 3 });
    expect(log[0]).toMatch(/^2000 splats with harmonics of degree 3: up to /);
  });

  it('lies where the files beside it say', async () => {
    const ply = plyOf(scene());
    const local = await build({ 'scan.ply': ply, 'scan.geo.json': '{"latitude": 46.25, "longitude": 7.5}' });
    expect(await json(local, 'georef.json')).toMatchObject({ srs: 'EPSG:32632', origin: [7.5, 46.25, 0] });
    expect(local.facts).toMatchObject({
      projection: null,
      place: { centre: [expect.closeTo(7.5, 3), expect.closeTo(46.25, 3), expect.any(Number)] },
    });
    expect(radOutput.properties!(local.facts)).toMatchObject({ georeferenced: true, localOrigin: [7.5, 46.25, 0] });
    const odm = await build({ 'scan.ply': ply, 'coords.txt': 'WGS84 UTM 32N\n384000 5123000\n' });
    expect(await json(odm, 'georef.json')).toMatchObject({
      srs: 'EPSG:32632',
      offset: [384_000, 5_123_000, 0],
      boundsWgs84: expect.any(Array),
    });
    expect([local.facts['scale'], local.facts['upAxis']]).toEqual([null, 'z']);
  });

  it('is as large as the files beside it say', async () => {
    const ply = plyOf(scene());
    const nowhere = await build({ 'scan.ply': ply, 'scan.geo.json': '{"scale": 2.5}' });
    expect((await readdir(nowhere.scratch)).toSorted()).toEqual(['bounds.json', 'model.rad']);
    expect(radOutput.properties!(nowhere.facts)).toMatchObject({ scale: 2.5, georeferenced: false });
    const placed = await build({
      'scan.ply': ply,
      'scan.geo.json': '{"scale": 2.5}',
      'coords.txt': 'WGS84 UTM 32N\n384000 5123000\n',
    });
    expect(await json(placed, 'georef.json')).toMatchObject({ offset: [384_000, 5_123_000, 0], scale: 2.5 });
  });
});

it('tells its entry what it has', () => {
  const facts = { splats: 7, dropped: 1, shDegree: 3, min: [0, 0, 0], max: [1, 1, 1], treeSplats: 9, levels: 4 };
  const more = { place: null, placing: null, needsSystem: true, projection: null };
  expect(radOutput.properties!({ ...facts, ...more })).toEqual({
    splatCount: 7,
    dropped: 1,
    shDegree: 3,
    bounds: { min: [0, 0, 0], max: [1, 1, 1] },
    georeferenced: false,
    projection: null,
    gsplat: { splats: 9, levels: 4 },
  });
  expect(radOutput.properties!({})).toEqual({});
  expect([radOutput.needsSystem!({ needsSystem: true }), radOutput.needsSystem!({})]).toEqual([true, false]);
});

describe('nothing is built, and the reason told, of', () => {
  const header = (count: string): string => {
    const names = ['x', 'y', 'z', 'opacity', 'scale_0', 'scale_1', 'scale_2', 'rot_0', 'rot_1', 'rot_2', 'rot_3'];
    const properties = names.map((name) => `property float ${name}\n`).join('');
    return `ply\nformat binary_little_endian 1.0\nelement vertex ${count}\n${properties}end_header\n`;
  };

  it.each([
    ['a file without splats', header('0'), /no splats/],
    ['a file that claims ten billion splats', header('10000000000'), /declares more than it holds/],
    ['splats none of which can be drawn', `${header('2')}${'\0'.repeat(88)}`, /None of its 2 splats can be drawn/],
  ])('%s', async (_name, file, reason) => {
    await expect(build({ 'scan.ply': file })).rejects.toMatchObject({
      reason: 'invalid-input',
      message: expect.stringMatching(reason),
    });
  });

  it('a build that is cancelled', async () => {
    const cancelled = new AbortController();
    const building = build({ 'scan.ply': plyOf(scene()) }, { signal: cancelled.signal, log: () => cancelled.abort() });
    await expect(building).rejects.toMatchObject({ reason: 'aborted' });
  });
});
