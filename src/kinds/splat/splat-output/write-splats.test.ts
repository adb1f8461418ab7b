import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HARMONICS, type ShDegree, type SplatModel } from '../model/splat-model.ts';
import { readSplats } from '../read/read-splats.ts';
import { BYTES_A_SPLAT, degreeIn, PIECE, SPLAT_FORMATS, type SplatOutputFormat } from './formats.ts';
import { generatedSplats } from './testing/generated-splats.ts';
import { writeSplats } from './write-splats.ts';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'alidade-splats-'))));
afterAll(() => rm(folder, { recursive: true }));

const still = (): void => undefined;
const everyOne = (model: SplatModel): Uint32Array => Uint32Array.from({ length: model.count }, (_, splat) => splat);
let files = 0;

async function written(
  format: SplatOutputFormat,
  model: SplatModel,
  { list = everyOne(model), degree = model.shDegree, progress = still as (share: number) => void } = {},
) {
  const path = join(folder, `${(files += 1)}.${format}`);
  await writeSplats(path, format, { model, list, degree: degreeIn(format, degree) }, progress);
  const read = await readSplats({ path, format }, still);
  return { ...read, size: (await stat(path)).size };
}

/** Largest difference of two lists of numbers. */
function apart(found: ArrayLike<number>, wanted: ArrayLike<number>): number {
  expect(found.length).toBe(wanted.length);
  let most = 0;
  for (let at = 0; at < found.length; at += 1) most = Math.max(most, Math.abs(found[at]! - wanted[at]!));
  return most;
}

/** Largest angle between two lists of rotations, in degrees. */
function turnedBy(found: Float32Array, wanted: Float32Array): number {
  let least = 1;
  for (let at = 0; at < wanted.length; at += 4) {
    let cosine = 0;
    for (let part = at; part < at + 4; part += 1) cosine += found[part]! * wanted[part]!;
    least = Math.min(least, Math.abs(cosine));
  }
  return (2 * Math.acos(least) * 180) / Math.PI;
}

/** Harmonics of a model up to a degree. */
const lower = ({ count, shDegree, harmonics }: SplatModel, degree: ShDegree): Float32Array =>
  Float32Array.from(
    Array.from({ length: count }, (_, splat) => {
      const from = HARMONICS[shDegree] * splat;
      return [...harmonics.subarray(from, from + HARMONICS[degree])];
    }).flat(),
  );

const DEGREES: readonly ShDegree[] = [0, 1, 2, 3];

/** Limits by the bits of each format: half a step of opacities and of logarithms of scales, and the angle of rotations in degrees. */
const WITHIN = {
  ply: { opacity: 1e-6, colour: 1e-6, scale: 1e-5, turn: 0.1, harmonics: 0 },
  splat: { opacity: 0.5 / 255, colour: 0.5 / 255, scale: 1e-6, turn: 1, harmonics: 0 },
  spz: { opacity: 0.5 / 255, colour: 0.5 / 255 / 0.53, scale: 0.5 / 16, turn: 0.25, harmonics: 1 / 16 },
} as const;

describe.each(SPLAT_FORMATS)('%s', (format) => {
  it.each(DEGREES)('of degree %i is read back', async (degree) => {
    const model = generatedSplats(3000, { degree });
    const { model: read, dropped, size } = await written(format, model);
    expect([read.count, dropped, read.shDegree]).toEqual([3000, 0, degreeIn(format, degree)]);
    const limits = WITHIN[format];
    const slack = 1.001;
    // SPZ has 14 fractional bits in a scene of 20 units.
    expect(apart(read.centres, model.centres)).toBeLessThanOrEqual(format === 'spz' ? 2 ** -15 : 0);
    expect(apart(read.opacities, model.opacities)).toBeLessThanOrEqual(limits.opacity * slack);
    expect(apart(read.colours, model.colours)).toBeLessThanOrEqual(limits.colour * slack);
    const logs = (scales: Float32Array): Float32Array => scales.map(Math.log);
    expect(apart(logs(read.scales), logs(model.scales))).toBeLessThanOrEqual(limits.scale * slack);
    expect(turnedBy(read.rotations, model.rotations)).toBeLessThanOrEqual(limits.turn);
    expect(apart(read.harmonics, lower(model, read.shDegree))).toBeLessThanOrEqual(limits.harmonics * slack);
    expect(size).toBeLessThanOrEqual(3000 * BYTES_A_SPLAT[format](read.shDegree) + 3000);
  });

  it('has the chosen splats in their order, and fewer degrees', async () => {
    const model = generatedSplats(500, { degree: 3 });
    const list = Uint32Array.from({ length: 100 }, (_, at) => 499 - 5 * at);
    for (const degree of DEGREES) {
      const { model: read } = await written(format, model, { list, degree });
      expect([read.count, read.shDegree]).toEqual([100, degreeIn(format, degree)]);
      const all = await written(format, model);
      // The fractional bits of SPZ depend on the selected splats.
      list.forEach((splat, at) => {
        expect(read.opacities[at]).toBe(all.model.opacities[splat]);
        expect(
          apart(read.centres.subarray(3 * at, 3 * at + 3), model.centres.subarray(3 * splat, 3 * splat + 3)),
        ).toBeLessThan(2e-4);
        const [own, whole] = [HARMONICS[read.shDegree], HARMONICS[all.model.shDegree]];
        expect([...read.harmonics.subarray(own * at, own * at + own)]).toEqual([
          ...all.model.harmonics.subarray(whole * splat, whole * splat + own),
        ]);
      });
    }
  });

  it('of more splats than a piece has all of them, and tells how far it is', async () => {
    const model = generatedSplats(PIECE + 10);
    const shares: number[] = [];
    const { model: read } = await written(format, model, { progress: (share) => void shares.push(share) });
    expect(read.count).toBe(PIECE + 10);
    expect(apart(read.centres.subarray(3 * PIECE), model.centres.subarray(3 * PIECE))).toBeLessThan(1e-4);
    expect(read.opacities.at(-1)).toBeCloseTo(model.opacities.at(-1)!, 2);
    expect(shares.length).toBeGreaterThan(1);
    expect(shares).toEqual(shares.toSorted((one, other) => one - other));
    expect(shares.at(-1)).toBeCloseTo(1, 9);
  });

  it('of splats at the limits is read back with finite numbers', async () => {
    const model = generatedSplats(6);
    // The fourth opacity would round to 0, which readers drop.
    model.opacities.set([1, 1, 0.999_999_9, 0.001, 1.5, 1]);
    model.scales.set([0, 0, 1e-6, 0, 1, 1, 0.5, 0, 0.5]);
    model.colours.set([-3, 5, 0.5, 1, 0, 1]);
    model.rotations.set([0, 0, 0, 1, 0, 0, 0, -1, 1, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0]);
    const { model: read, dropped } = await written(format, model);
    expect([read.count, dropped]).toEqual([6, 0]);
    for (const values of [read.centres, read.scales, read.rotations, read.opacities, read.colours])
      expect(values.every(Number.isFinite)).toBe(true);
    expect(turnedBy(read.rotations, model.rotations)).toBeLessThan(0.1);
    expect(read.opacities[0]).toBeGreaterThan(0.996);
    expect(read.opacities[3]).toBeGreaterThan(0);
  });

  it('is not written over a file that is there', async () => {
    const [path, model] = [join(folder, `there.${format}`), generatedSplats(2)];
    const chosen = { model, list: everyOne(model), degree: 0 } as const;
    await writeSplats(path, format, chosen, still);
    await expect(writeSplats(path, format, chosen, still)).rejects.toThrow(/EEXIST/);
  });
});
