import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ksplatOf } from '../testing/encode-ksplat.ts';
import { type BytesReader, createBytesReader, mostApart, rotationsApart } from '../testing/read-bytes.ts';
import { sheetOfSplats } from '../testing/simple-tree.ts';
import { openKsplat } from './ksplat-reader.ts';

let files: BytesReader;
beforeAll(async () => {
  files = await createBytesReader(openKsplat);
});
afterAll(() => files[Symbol.asyncDispose]());

/** Splats whose neighbours in a bucket are near, and whose colours are within 0 and 1. */
function modelOf(count: number, degree: 0 | 1 | 2 | 3) {
  const model = sheetOfSplats(count, degree);
  model.colours.forEach((value, at) => (model.colours[at] = Math.min(1, Math.max(0, value))));
  for (let splat = 0; splat < count; splat += 1) model.centres[3 * splat] = splat / 100;
  for (let splat = 0; splat < count; splat += 1) model.centres[3 * splat + 1] = Math.floor(splat / 100);
  return model;
}

describe('KSPLAT files', () => {
  it.each([
    [0, 0, { sections: [300] }],
    [0, 3, { sections: [100, 200], spare: 5 }],
    [1, 0, { sections: [300] }],
    [1, 1, { sections: [100, 0, 200], spare: 7 }],
    [1, 2, { sections: [96, 204], bucketSize: 1 }],
    [2, 2, { sections: [1, 299] }],
    [2, 3, { sections: [300], bucketSize: 256 }],
  ] as const)('of level %s and degree %s are read: %j', async (level, degree, options) => {
    const model = modelOf(300, degree);
    const read = await files.read(ksplatOf(model, { level, ...options }));
    expect([read.count, read.shDegree]).toEqual([300, degree]);
    // Half a step of 16 bits in a block of 32, and 16-bit floats.
    expect(mostApart(read.centres, model.centres)).toBeLessThan(level === 0 ? 1e-12 : 16 / 65_000);
    expect(mostApart(read.scales, model.scales)).toBeLessThan(level === 0 ? 1e-12 : 2e-5);
    expect(rotationsApart(read.rotations, model.rotations)).toBeLessThan(level === 0 ? 1e-12 : 5e-4);
    expect(mostApart(read.colours, model.colours)).toBeLessThan(1 / 509);
    expect(mostApart(read.opacities, model.opacities)).toBeLessThan(1 / 509);
    expect(mostApart(read.harmonics, model.harmonics)).toBeLessThan(level === 2 ? 1 / 250 : 1e-12);
  });

  it('have no harmonics where a section of a lower degree has none', async () => {
    const [low, high] = [ksplatOf(modelOf(10, 0), { level: 0 }), ksplatOf(modelOf(10, 1), { level: 0 })];
    const header = Buffer.from(low.subarray(0, 4096));
    header.writeUInt32LE(2, 4);
    header.writeUInt32LE(20, 16);
    const heads = [low.subarray(4096, 5120), high.subarray(4096, 5120)];
    const read = await files.read(Buffer.concat([header, ...heads, low.subarray(5120), high.subarray(5120)]));
    expect([read.count, read.shDegree]).toEqual([20, 1]);
    expect(read.harmonics.subarray(0, 90).every((value) => value === 0)).toBe(true);
    expect(mostApart(read.harmonics.subarray(90), modelOf(10, 1).harmonics)).toBe(0);
  });

  const sound = ksplatOf(modelOf(60, 1), { level: 1, sections: [20, 40] });
  const changed = (change: (bytes: Buffer) => unknown): Buffer => {
    const bytes = Buffer.from(sound);
    change(bytes);
    return bytes;
  };

  it.each([
    ['another version', changed((bytes) => bytes.writeUInt8(1, 0)), 'not one of splats'],
    ['an unknown level', changed((bytes) => bytes.writeUInt16LE(3, 20)), 'not one of splats'],
    ['no sections', changed((bytes) => bytes.writeUInt32LE(0, 4)), 'sections that are not in it'],
    ['a billion sections', changed((bytes) => bytes.writeUInt32LE(1e9, 4)), 'sections that are not in it'],
    ['harmonics of degree 4', changed((bytes) => bytes.writeUInt16LE(4, 4136)), 'degree 4'],
    ['another count', changed((bytes) => bytes.writeUInt32LE(61, 16)), 'its sections have 60'],
    ['more splats than room', changed((bytes) => bytes.writeUInt32LE(10, 4100)), 'more splats than the section'],
    ['a section of billions', changed((bytes) => bytes.fill(255, 4096, 4104)), 'cut off'],
    ['buckets of another size', changed((bytes) => bytes.writeUInt16LE(16, 4116)), 'buckets cannot be true'],
    ['billions of buckets', changed((bytes) => bytes.fill(255, 4108, 4112)), 'buckets cannot be true'],
    ['more buckets than splats', changed((bytes) => bytes.writeUInt32LE(21, 4108)), 'buckets cannot be true'],
    ['more full buckets than buckets', changed((bytes) => bytes.writeUInt32LE(9, 4128)), 'buckets cannot be true'],
    ['buckets that hold too little', changed((bytes) => bytes.writeUInt32LE(1, 4104)), 'whose buckets hold'],
  ])('with %s are refused', async (_, bytes, words) => {
    expect(await files.refusalOf(bytes)).toContain(words);
  });
});
