import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasSharedData, SHARED_DATA } from '../../../../test/support/shared-data.ts';
import { zipBytes } from '../../../../test/support/zip-bytes.ts';
import { HARMONICS, type ReadSplats, type SplatModel } from '../model/splat-model.ts';
import { ksplatOf } from '../testing/encode-ksplat.ts';
import { plyOf } from '../testing/encode-ply.ts';
import { recordsOf } from '../testing/encode-records.ts';
import { sogFilesOf, sogOf } from '../testing/encode-sog.ts';
import { spzOf } from '../testing/encode-spz.ts';
import { sheetOfSplats } from '../testing/simple-tree.ts';
import { readSplats } from './read-splats.ts';
import type { SplatFormat } from './splat-facts.child.ts';

if (!hasSharedData) console.log('Skipped: values of real splats. There is no ../shared/data beside the repository.');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-splats-'));
});
afterAll(() => rm(folder, { recursive: true }));

let files = 0;
async function read(bytes: Buffer, format: SplatFormat): Promise<ReadSplats> {
  files += 1;
  const path = join(folder, `${files}.${format}`);
  await writeFile(path, bytes);
  const shares: number[] = [];
  const splats = await readSplats({ path, format }, (share) => shares.push(share));
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares.at(-1)).toBeCloseTo(1);
  return splats;
}

interface Steps {
  readonly centre?: number;
  /** Step of the natural logarithms of scales. */
  readonly scale?: number;
  readonly rotation?: number;
  readonly colour?: number;
  readonly harmonic?: number;
}
const FLOATS: Steps = { centre: 0, scale: 1e-6, rotation: 1e-6, colour: 1e-6, harmonic: 0 };

/** Returns the largest difference of each kind of value that exceeds its limit. */
function differences(read: SplatModel, wanted: SplatModel, steps: Steps): Record<string, number> {
  const far: Record<string, number> = {};
  const compare = (name: string, actual: number, expected: number, step = 0.005): void => {
    const difference = Math.abs(actual - expected);
    if (!(difference <= step)) far[name] = Math.max(far[name] ?? 0, difference);
  };
  const each = HARMONICS[wanted.shDegree];
  for (let splat = 0; splat < wanted.count; splat += 1) {
    let dot = 0;
    for (let place = 0; place < 4; place += 1)
      dot += read.rotations[4 * splat + place]! * wanted.rotations[4 * splat + place]!;
    for (let place = 0; place < 4; place += 1)
      compare(
        'rotation',
        Math.sign(dot) * read.rotations[4 * splat + place]!,
        wanted.rotations[4 * splat + place]!,
        steps.rotation,
      );
    compare('opacity', read.opacities[splat]!, wanted.opacities[splat]!, steps.colour);
    for (let at = 3 * splat; at < 3 * splat + 3; at += 1) {
      compare('centre', read.centres[at]!, wanted.centres[at]!, steps.centre);
      compare('scale', Math.log(read.scales[at]!), Math.log(wanted.scales[at]!), steps.scale);
      compare(
        'colour',
        read.colours[at]!,
        Math.min(steps.colour === 1e-6 ? 9 : 1, Math.max(0, wanted.colours[at]!)),
        steps.colour,
      );
    }
    for (let at = each * splat; at < each * (splat + 1); at += 1)
      compare('harmonic', read.harmonics[at]!, wanted.harmonics[at]!, steps.harmonic);
  }
  return far;
}

/** Generates splats with colours from 0 to 1, which bytes can hold. */
function splatsOf(count: number, degree: 0 | 1 | 2 | 3): SplatModel {
  const model = sheetOfSplats(count, degree);
  for (const [at, value] of model.colours.entries()) model.colours[at] = Math.min(1, Math.max(0, value));
  return model;
}
const model = splatsOf(700, 3);
const degrees = ([0, 1, 2, 3] as const).map((degree) => splatsOf(300, degree));

describe('splats of PLY files', () => {
  it.each(degrees)('of degree $shDegree have the very numbers of the file', async (wanted) => {
    const { model: splats, dropped, bounds } = await read(plyOf(wanted), 'ply');
    expect(splats).toMatchObject({ count: 300, shDegree: wanted.shDegree });
    expect(differences(splats, wanted, FLOATS)).toEqual({});
    expect(dropped).toBe(0);
    const [x] = [0, 1, 2].map((axis) => wanted.centres.filter((_, at) => at % 3 === axis));
    expect([bounds.min[0], bounds.max[0]]).toEqual([Math.min(...x!), Math.max(...x!)]);
  });

  it.each([
    ['numbers with the highest byte first', { encoding: 'binary_big_endian' }],
    ['text', { encoding: 'ascii' }],
    ['doubles', { type: 'double' }],
    ['another order, and bytes', { isStrange: true }],
    ['all of it', { encoding: 'binary_big_endian', type: 'double', isStrange: true }],
    ['all of it in text', { encoding: 'ascii', isStrange: true }],
    ['harmonics of degree 4', { coefficients: 24 }],
  ] as const)('with %s', async (_, options) => {
    const { model: splats } = await read(plyOf(model, options), 'ply');
    expect(splats).toMatchObject({ count: 700, shDegree: 3 });
    expect(differences(splats, model, FLOATS)).toEqual({});
  });

  it('that claim more splats than they have room for are refused', async () => {
    const claim = (count: string): Buffer =>
      Buffer.from(plyOf(model).toString('latin1').replace('vertex 700', `vertex ${count}`), 'latin1');
    await expect(read(claim('10000000000'), 'ply')).rejects.toThrow(/declares more than it holds: 10000000000 of/);
    await expect(read(plyOf(model).subarray(0, 100_000), 'ply')).rejects.toThrow(/declares more than it holds/);
  });

  it.each([
    ['rot_2', 'rotation_2', /splats have no rot_2/],
    ['f_rest_44', 'g_rest_44', /44 numbers of harmonics/],
    ['f_rest_44', 'f_rest_99', /no f_rest_44/],
    ['float x', 'list uchar float x', /lists/],
  ])('are refused with %s as %s', async (from, to, message) => {
    const bytes = plyOf(model).toString('latin1').replace(`${from}\n`, `${to}\n`);
    await expect(read(Buffer.from(bytes, 'latin1'), 'ply')).rejects.toThrow(message);
  });
});

describe('splats of other formats', () => {
  it('.splat', async () => {
    const wanted = degrees[0]!;
    const { model: splats } = await read(recordsOf(wanted), 'splat');
    expect(differences(splats, wanted, { ...FLOATS, rotation: 0.01, colour: 0.002 })).toEqual({});
    await expect(read(recordsOf(wanted).subarray(0, 1000), 'splat')).rejects.toThrow(/not a multiple of 32 bytes/);
  });

  it.each([1, 2, 3, 4] as const)('SPZ of version %i', async (version) => {
    const steps = {
      centre: version === 1 ? 0.01 : 0.0002,
      scale: 0.04,
      // Versions 1 and 2 leave w out. Where it is near 0, steps of 1 / 127 in the others change it by up to 0.09.
      rotation: version < 3 ? 0.09 : 0.002,
      colour: 0.02,
    };
    for (const wanted of degrees) {
      const { model: splats } = await read(spzOf(wanted, version), 'spz');
      expect(splats).toMatchObject({ count: 300, shDegree: wanted.shDegree });
      expect(differences(splats, wanted, steps)).toEqual({});
    }
    const { model: splats } = await read(spzOf(model, version, 4), 'spz');
    expect(splats.shDegree).toBe(3);
    expect(differences(splats, model, steps)).toEqual({});
  });

  it('SPZ that is cut off is refused', async () => {
    const whole = gunzipSync(spzOf(model, 3));
    await expect(read(gzipSync(whole.subarray(0, -450)), 'spz')).rejects.toThrow(/cut off/);
    await expect(read(spzOf(model, 3).subarray(0, -9), 'spz')).rejects.toThrow(/cut off|damaged/);
    await expect(read(spzOf(model, 4).subarray(0, -1), 'spz')).rejects.toThrow(/cut off|declares|damaged/);
    const claim = Buffer.from(whole);
    claim.writeUInt32LE(4e9, 8);
    await expect(read(gzipSync(claim), 'spz')).rejects.toThrow(/declares 4000000000 splats/);
  });

  it.each([0, 1, 2] as const)('KSPLAT of level %i', async (level) => {
    const steps =
      level === 0
        ? { ...FLOATS, colour: 0.002 }
        : { centre: 0.001, scale: 0.002, rotation: 0.001, colour: 0.002, harmonic: level === 1 ? 0 : 0.005 };
    for (const wanted of degrees)
      for (const sections of [[300], [100, 200]]) {
        const { model: splats } = await read(ksplatOf(wanted, { level, sections }), 'ksplat');
        expect(splats).toMatchObject({ count: 300, shDegree: wanted.shDegree });
        expect(differences(splats, wanted, steps)).toEqual({});
      }
    await expect(read(ksplatOf(model, { level }).subarray(0, -1000), 'ksplat')).rejects.toThrow(/cut off/);
  });

  it.each([1, 2] as const)('SOG of version %i', async (version) => {
    const steps = { centre: 0.001, scale: 0.02, rotation: 0.005, colour: 0.01, harmonic: 0.005 };
    for (const wanted of degrees) {
      // Splats share the harmonics of the first 64.
      const each = HARMONICS[wanted.shDegree];
      for (let at = 64 * each; at < wanted.harmonics.length; at += 1)
        wanted.harmonics[at] = wanted.harmonics[at - 64 * each]!;
      const { model: splats } = await read(await sogOf(wanted, version), 'sog');
      expect(splats).toMatchObject({ count: 300, shDegree: wanted.shDegree });
      expect(differences(splats, wanted, steps)).toEqual({});
    }
  });

  it('SOG with pictures that do not go with its count is refused', async () => {
    const sog = await sogFilesOf(degrees[0]!, 2);
    const withMeta = (from: RegExp, to: string): Buffer =>
      zipBytes(
        Array.from(sog, ([name, content]) => ({
          name,
          content: name === 'meta.json' ? content.toString().replace(from, to) : content,
        })),
      );
    await expect(read(withMeta(/"count":300/, '"count":400'), 'sog')).rejects.toThrow(/18 x 18 pixels/);
    await expect(read(withMeta(/"quats.webp"/, '"q.webp"'), 'sog')).rejects.toThrow(/lacks the picture q.webp/);
    await expect(read(withMeta(/"version":2/, '"version":3'), 'sog')).rejects.toThrow(/version that is not known/);
    await expect(read(withMeta(/"means"/, '"m"'), 'sog')).rejects.toThrow(/lacks means/);
    sog.set('quats.webp', sog.get('quats.webp')!.subarray(0, -40));
    await expect(read(withMeta(/x/, 'x'), 'sog')).rejects.toThrow(/quats.webp cannot be decoded/);
  });
});

describe('splats that cannot be drawn', () => {
  it('are dropped and counted, and the others stay in their order', async () => {
    const wanted = splatsOf(12, 1);
    wanted.centres[3] = NaN;
    wanted.centres[7] = Infinity;
    wanted.scales.fill(0, 9, 12);
    wanted.rotations.fill(0, 16, 20);
    wanted.opacities[5] = 0;
    wanted.colours[18] = NaN;
    wanted.scales[21] = Infinity;
    const { model: splats, dropped } = await read(plyOf(wanted), 'ply');
    expect(dropped).toBe(7);
    expect(splats.count).toBe(5);
    expect(splats.centres.length).toBe(15);
    const kept = [0, 8, 9, 10, 11];
    expect([...splats.centres]).toEqual(
      kept.flatMap((splat) => [...wanted.centres.subarray(3 * splat, 3 * splat + 3)]),
    );
    expect([...splats.harmonics]).toEqual(
      kept.flatMap((splat) => [...wanted.harmonics.subarray(9 * splat, 9 * splat + 9)]),
    );
  });

  it('make a refusal where there are no others', async () => {
    const wanted = splatsOf(3, 0);
    wanted.opacities.fill(0);
    await expect(read(plyOf(wanted), 'ply')).rejects.toThrow(/None of its 3 splats can be drawn/);
    await expect(read(Buffer.alloc(0), 'splat')).rejects.toThrow('It has no splats.');
  });

  it('harmonics that are far too large are cut to 1000, those that are no numbers become 0', async () => {
    const wanted = splatsOf(1, 1);
    wanted.harmonics.set([Infinity, -Infinity, NaN]);
    const { model: splats } = await read(plyOf(wanted), 'ply');
    expect([...splats.harmonics.subarray(0, 3)]).toEqual([1000, -1000, 0]);
  });
});

interface Expected {
  readonly facts: {
    readonly splats?: number;
    readonly count?: number;
    readonly elements?: { readonly vertex: number };
    readonly bounds?: readonly number[];
  };
}

describe.runIf(hasSharedData)('real splats', async () => {
  const { files: all } = hasSharedData
    ? (JSON.parse(await readFile(join(SHARED_DATA, 'expected.json'), 'utf8')) as { files: Record<string, Expected> })
    : { files: {} };
  const real = Object.entries(all).filter(([path]) => /^splat\/.*\.(ply|spz|splat|ksplat|sog)$/.test(path));

  it.each(real)('%s', async (path, { facts }) => {
    const format = path.split('.').at(-1) as SplatFormat;
    const {
      model: splats,
      dropped,
      bounds,
    } = await readSplats({ path: join(SHARED_DATA, path), format }, () => undefined);
    // No other program counted the four splats of the KSPLAT file.
    expect(splats.count + dropped).toBe(facts.splats ?? facts.count ?? facts.elements?.vertex ?? 4);
    expect(splats.rotations.length).toBe(4 * splats.count);
    if (facts.bounds === undefined) return;
    // 141 splats of the file have no opacity.
    expect(dropped).toBe(path.endsWith('.splat') ? 141 : 0);
    for (const [at, value] of [...bounds.min, ...bounds.max].entries())
      expect(value).toBeCloseTo(facts.bounds[at]!, path.endsWith('sog') ? 3 : 4);
  });
});
