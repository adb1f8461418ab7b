import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasProgram, outputOf } from '../../../../test/support/programs.ts';
import { hasSharedData, SHARED_DATA } from '../../../../test/support/shared-data.ts';
import { heightFile } from '../../terrain/testing/height-file.ts';
import { openToolBench, type TestFiles, type ToolBench, type ToolRun } from '../../../tasks/testing/run-tool.ts';
import { georeference } from './tool.ts';
import { inspectFile } from '../../testing/inspect-file.ts';

let bench: ToolBench;
let folder: string;
beforeAll(async () => {
  bench = await openToolBench();
  folder = await mkdtemp(join(tmpdir(), 'alidade-footprints-'));
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

type Ring = readonly (readonly [longitude: number, latitude: number])[];
interface Footprint {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly geometry: { readonly coordinates: readonly [Ring] };
}

const run = (files: TestFiles, more: object = {}, signal?: AbortSignal) =>
  bench.run(
    georeference,
    { paths: Object.keys(files).filter((path) => !path.endsWith('.tif')), outputPath: 'f.geojson', ...more },
    files,
    signal,
  );
const featuresOf = ({ written }: ToolRun): readonly Footprint[] =>
  (JSON.parse(written.get('f.geojson')!.toString()) as { features: Footprint[] }).features;

interface Shot {
  readonly yaw?: number;
  readonly pitch?: number;
  readonly roll?: number;
  readonly relative?: number | null;
  readonly absolute?: number;
}

/** A photo of a Phantom 4 Pro: a sensor of 13.2 mm by 8.8 mm, and 8.8 mm of focal length, at 46° N, 9° E. */
async function photo({ yaw = 0, pitch = -90, roll = 0, relative = 50, absolute = 150 }: Shot): Promise<Buffer> {
  const fields = {
    GpsLatitude: 46,
    GpsLongitude: 9,
    AbsoluteAltitude: absolute,
    GimbalYawDegree: yaw,
    GimbalPitchDegree: pitch,
    GimbalRollDegree: roll,
    ...(relative === null ? {} : { RelativeAltitude: relative }),
  };
  const attributes = Object.entries(fields).map(([name, value]) => `drone-dji:${name}="${value}"`);
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/" ${attributes.join(' ')}/></rdf:RDF></x:xmpmeta>`;
  return sharp({ create: { width: 60, height: 40, channels: 3, background: 'green' } })
    .withExif({ IFD0: { Make: 'DJI', Model: 'FC6310' }, IFD2: { FocalLength: '88/10' } })
    .withXmp(xmp)
    .jpeg()
    .toBuffer();
}

/** Metres of a degree at 46° N, to 0.1 %. */
const [EAST, NORTH] = [77_465, 111_146];
const metres = (ring: Ring): readonly (readonly [number, number])[] =>
  ring.map(([longitude, latitude]) => [(longitude - 9) * EAST, (latitude - 46) * NORTH]);

describe('on level ground', () => {
  it('straight down it is as wide as sensor over focal length tells', async () => {
    const made = await run({ 'p/a.jpg': await photo({}) }, { paths: ['p'] });
    const { geometry, properties } = featuresOf(made)[0]!;
    const found = metres(geometry.coordinates[0]);
    const expected = [
      [-37.5, 25],
      [-37.5, -25],
      [37.5, -25],
      [37.5, 25],
      [-37.5, 25],
    ];
    for (const [index, [east, north]] of found.entries()) {
      expect(Math.abs(east - expected[index]![0]!)).toBeLessThan(0.1);
      expect(Math.abs(north - expected[index]![1]!)).toBeLessThan(0.1);
    }
    expect(properties).toMatchObject({ path: 'p/a.jpg', camera: 'FC6310', height: 50, hasDirection: true });
    expect(properties['groundSample']).toBeCloseTo((50 * 1.5) / 60, 6);
    expect(made.end.facts).toMatchObject({ footprints: 1, leftOut: 0, path: 'f.geojson' });
  });

  it('is what the inspection of photos without a roll tells', async () => {
    for (const shot of [{ yaw: 30 }, { yaw: -120, pitch: -60 }]) {
      const bytes = await photo(shot);
      const path = join(folder, 'p.jpg');
      await writeFile(path, bytes);
      const facts = await inspectFile(
        { path, name: 'p.jpg', size: bytes.length },
        bench.engine,
        AbortSignal.timeout(20_000),
      );
      const expected = facts.polygonGeometry!.coordinates[0]!;
      const found = featuresOf(await run({ 'p.jpg': bytes }))[0]!.geometry.coordinates[0];
      for (const [index, place] of found.entries()) {
        expect(place[0]).toBeCloseTo(expected[index]![0], 6);
        expect(place[1]).toBeCloseTo(expected[index]![1], 6);
      }
    }
  });

  it('at a height that is given the altitude above the sea counts', async () => {
    const files = { 'a.jpg': await photo({ relative: null, absolute: 160 }) };
    const found = featuresOf(await run(files, { groundHeight: 100, altitudeOffset: -10 }));
    expect(found[0]?.properties['height']).toBeCloseTo(50, 6);
    await expect(run(files)).rejects.toMatchObject({
      code: 'invalid-input',
      message: 'No photo has a footprint: no altitude above the ground (1).',
    });
  });
});

describe('on a terrain', () => {
  /** It rises by a tenth to the east, from 100 m below the camera. */
  const slope = heightFile({
    width: 200,
    height: 400,
    affine: [499_000, 10, 0, 5_096_000, 0, -10],
    epsg: 32632,
    heightAt: (column) => 100 + 0.1 * (499_000 + (column + 0.5) * 10 - 500_000),
  });

  it('uphill it ends sooner', async () => {
    const files = { 'a.jpg': await photo({}), 'dem.tif': slope };
    for (const altitudes of ['relative', 'absolute'])
      for (const [east] of metres(
        featuresOf(await run(files, { terrainPath: 'dem.tif', altitudes }))[0]!.geometry.coordinates[0],
      ).slice(0, 1)) {
        // e = -0.75 (50 - 0.1 e)
        expect(Math.abs(east + 37.5 / 0.925)).toBeLessThan(0.1);
      }
    const ring = metres(featuresOf(await run(files, { terrainPath: 'dem.tif' }))[0]!.geometry.coordinates[0]);
    expect(Math.abs(Math.max(...ring.map(([east]) => east)) - 37.5 / 1.075)).toBeLessThan(0.1);
    expect(ring).toHaveLength(33);
  });

  it.each([
    [{ absolute: 90 }, { altitudes: 'absolute' }, /below the ground/],
    [{ pitch: 40 }, {}, /to the horizon/],
    [{ relative: 15_000 }, {}, /does not reach/],
  ])('%j', async (shot, more, words) => {
    const files = { 'a.jpg': await photo(shot), 'dem.tif': slope };
    await expect(run(files, { terrainPath: 'dem.tif', ...more })).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringMatching(words),
    });
  });
});

describe('real photos', () => {
  it('of a flight are laid out; those without what is needed are told', async ({ skip }) => {
    skip(!hasSharedData, 'no shared data');
    const names = ['DJI_0024.JPG', 'DJI_0025.JPG', 'DJI_0026.JPG'];
    const files = Object.fromEntries(
      names.map((name) => [`flight/${name}`, join(SHARED_DATA, 'photos/brighton', name)]),
    );
    const nogps = join(SHARED_DATA, 'photos/nogps/DSC_0423.JPG');
    const made = await run({ ...files, 'flight/nogps.jpg': nogps }, { paths: ['flight'] });
    const found = featuresOf(made);
    expect(found.map(({ properties }) => properties['path'])).toEqual(Object.keys(files));
    for (const { properties, geometry } of found) {
      const [longitude, latitude] = [Number(properties['longitude']), Number(properties['latitude'])];
      const sides = geometry.coordinates[0].map(([x, y]) => Math.hypot(x - longitude, y - latitude));
      // Some hundred metres around the camera.
      expect(Math.max(...sides)).toBeLessThan(0.01);
      expect(Number(properties['groundSample'])).toBeGreaterThan(0.005);
      expect(Number(properties['groundSample'])).toBeLessThan(0.2);
    }
    expect(made.end.facts).toMatchObject({
      leftOut: 1,
      without: [{ path: 'flight/nogps.jpg', reason: 'no position' }],
    });
  });

  it('as a GeoPackage that other programs read', async ({ skip }) => {
    skip(!hasProgram('ogrinfo', '--version'), 'ogrinfo is not installed');
    const { written } = await run({ 'a.jpg': await photo({}) }, { outputPath: 'out/f.gpkg' });
    const file = join(folder, 'f.gpkg');
    await writeFile(file, written.get('out/f.gpkg')!);
    const text = await outputOf('ogrinfo', ['-al', file]);
    for (const words of ['Layer name: footprints', 'Feature Count: 1', 'path (String) = a.jpg', 'ID["EPSG",4326]'])
      expect(text).toContain(words);
  });
});

it.each([
  [{ paths: [] }, 'invalid-input', /paths/],
  [{ paths: ['none'] }, 'invalid-input', /no entry/],
  [{ outputPath: 'a.shp' }, 'invalid-input', /to end with/],
  [{ outputPath: '../a.gpkg' }, 'invalid-input', /path must not hold/],
  [{ terrainPath: 'a.jpg' }, 'invalid-input', /nothing that this tool takes/],
  [{ terrainPath: 'a.jpg', groundHeight: 5 }, 'invalid-input', /give one of them/],
  [{ outputPath: 'there.gpkg' }, 'conflict', /already/],
])('%j is refused', async (more, code, words) => {
  const files = { 'a.jpg': await photo({}), 'there.gpkg': Buffer.from('x') };
  await expect(run(files, { paths: ['a.jpg'], ...more })).rejects.toMatchObject({
    code,
    message: expect.stringMatching(words),
  });
});

it('ends with its signal', async () => {
  const stop = new AbortController();
  const working = run({ 'a.jpg': await photo({}) }, {}, stop.signal);
  working.catch(() => undefined);
  stop.abort(new Error('cancelled'));
  await expect(working).rejects.toThrow(/abort|cancelled/);
});
