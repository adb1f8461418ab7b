import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OperationRefusal } from '../../../engine/for-children.ts';
import { HARMONICS, type ReadSplats } from '../model/splat-model.ts';
import { ksplatOf } from '../testing/encode-ksplat.ts';
import { packedPlyOf } from '../testing/encode-packed-ply.ts';
import { plyOf } from '../testing/encode-ply.ts';
import { recordsOf } from '../testing/encode-records.ts';
import { sogOf } from '../testing/encode-sog.ts';
import { spzOf } from '../testing/encode-spz.ts';
import { sheetOfSplats } from '../testing/simple-tree.ts';
import { readSplats } from './read-splats.ts';
import type { SplatFormat } from './splat-facts.child.ts';
import type { SplatDemand } from './splat-reader.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-splats-'));
});
afterAll(() => rm(folder, { recursive: true }));

const model = sheetOfSplats(150, 1);
const inGzip = (bytes: Buffer): Buffer => gzipSync(bytes, { level: 1 });
interface Sample {
  readonly name: string;
  readonly format: SplatFormat;
  readonly bytes: Buffer;
  /** Parts that tell how to read the others, which are changed more often: first byte and length. Default: the first 200 bytes. */
  readonly heads?: readonly (readonly [first: number, length: number])[];
  /** Applied to the bytes after they were changed. */
  readonly wrap?: (bytes: Buffer) => Buffer;
}
const KSPLAT_HEADS = [
  [0, 44],
  [4096, 44],
] as const;
const FILES: readonly Sample[] = [
  { name: 'PLY', format: 'ply', bytes: plyOf(model) },
  { name: 'PLY in text', format: 'ply', bytes: plyOf(model, { encoding: 'ascii' }) },
  { name: 'packed PLY', format: 'ply', bytes: packedPlyOf(model), heads: [[0, 1000]] },
  { name: '.splat', format: 'splat', bytes: recordsOf(model) },
  { name: 'SPZ 2, compressed bytes', format: 'spz', bytes: spzOf(model, 2) },
  { name: 'SPZ 3, bytes within', format: 'spz', bytes: gunzipSync(spzOf(model, 3)), wrap: inGzip },
  { name: 'SPZ 4', format: 'spz', bytes: spzOf(model, 4) },
  { name: 'KSPLAT', format: 'ksplat', bytes: ksplatOf(model, { level: 0 }), heads: KSPLAT_HEADS },
  {
    name: 'KSPLAT in sections of buckets',
    format: 'ksplat',
    bytes: ksplatOf(model, { level: 1, sections: [50, 100] }),
    heads: [...KSPLAT_HEADS, [5120, 44]],
  },
  { name: 'KSPLAT in buckets', format: 'ksplat', bytes: ksplatOf(model, { level: 2 }), heads: KSPLAT_HEADS },
  { name: 'SOG', format: 'sog', bytes: await sogOf(model, 2) },
];

/** Room for as many splats as a small machine has. */
function allow({ count }: SplatDemand): void {
  if (count > 100_000) throw new OperationRefusal(`It has ${count} splats.`);
}

/** Splats, or the sentence of a refusal. Any other error fails the test. */
async function outcome(bytes: Buffer, format: SplatFormat): Promise<ReadSplats | string> {
  const path = join(folder, `file.${format}`);
  writeFileSync(path, bytes);
  try {
    return await readSplats({ path, format }, () => undefined, { allow });
  } catch (error) {
    if (error instanceof OperationRefusal) return error.message;
    throw error;
  }
}

function expectSound({ model: splats, dropped, bounds }: ReadSplats): void {
  const { count, shDegree, centres, scales, rotations, opacities, colours, harmonics } = splats;
  const each = HARMONICS[shDegree];
  expect(dropped).toBeGreaterThanOrEqual(0);
  expect(count).toBeGreaterThan(0);
  expect([centres, scales, colours, rotations, opacities, harmonics].map(({ length }) => length)).toEqual([
    3 * count,
    3 * count,
    3 * count,
    4 * count,
    count,
    each * count,
  ]);
  for (const values of [centres, scales, rotations, opacities, colours, harmonics])
    expect(values.every(Number.isFinite)).toBe(true);
  expect(opacities.every((value) => value > 0)).toBe(true);
  expect(scales.every((value) => value >= 0)).toBe(true);
  for (let at = 0; at < rotations.length; at += 4)
    expect(Math.hypot(...rotations.subarray(at, at + 4))).toBeCloseTo(1, 5);
  expect([...bounds.min, ...bounds.max].every(Number.isFinite)).toBe(true);
}

function expectRefused(read: ReadSplats | string): void {
  expect(read).toMatch(/^[A-Z].+\.$/s);
}

/** Either is right: a changed number may be as good as the one before. */
function expectRefusedOrSound(read: ReadSplats | string): void {
  (typeof read === 'string' ? expectRefused : (sound: unknown) => expectSound(sound as ReadSplats))(read);
}

describe.each(FILES)('$name', ({ format, bytes, heads = [[0, 200]], wrap = (same: Buffer): Buffer => same }) => {
  it('is read', async () => {
    const read = await outcome(wrap(bytes), format);
    expect(read).toMatchObject({ model: { count: 150 } });
    expectSound(read as ReadSplats);
  });

  it('is refused wherever it is cut off', async () => {
    // The digits of the last number of a text may be missing: a shorter number is one, too.
    const most = bytes.length - (bytes.includes('format ascii') ? 30 : 2);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: most }), async (length) => {
        const read = await outcome(wrap(bytes.subarray(0, length)), format);
        // A .splat file has no header that would tell.
        (format === 'splat' && length % 32 === 0 && length > 0 ? expectRefusedOrSound : expectRefused)(read);
      }),
      { numRuns: 60 },
    );
  });

  it('with damaged bytes is refused or has sound splats', async () => {
    const inHeads = heads.map(([first, length]) => fc.integer({ min: first, max: first + length - 1 }));
    const change = fc.tuple(
      fc.oneof(fc.nat(bytes.length - 1), ...inHeads),
      fc.oneof(fc.constantFrom(0, 127, 128, 255), fc.nat(255)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 10 }), async (changes) => {
        const spoilt = Buffer.from(bytes);
        for (const [at, value] of changes) spoilt[at] = value;
        const read = await outcome(wrap(spoilt), format);
        expectRefusedOrSound(read);
      }),
      { numRuns: 200 },
    );
  });
});

describe('bombs', () => {
  it('SPZ that inflates to far more than it declares is read as far as it declares', async () => {
    const bytes = Buffer.concat([gunzipSync(spzOf(model, 3)), Buffer.alloc(300 * 2 ** 20)]);
    const start = performance.now();
    expect(await outcome(inGzip(bytes), 'spz')).toMatchObject({ model: { count: 150 } });
    expect(performance.now() - start).toBeLessThan(15_000);
  });

  it('SPZ 4 that declares more than its streams can hold is refused by their sizes', async () => {
    const bytes = spzOf(model, 4);
    bytes.writeUInt32LE(4e9, 8);
    [9, 1, 3, 3, 4, 9].forEach((each, index) => bytes.writeBigUInt64LE(BigInt(each) * 4_000_000_000n, 40 + 16 * index));
    expect(await outcome(bytes, 'spz')).toMatch(/declares 4000000000 splats/);
  });
});
