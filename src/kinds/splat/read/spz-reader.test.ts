import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OperationRefusal } from '../../../engine/for-children.ts';
import { HARMONICS, roomForSplats, type SplatModel } from '../model/splat-model.ts';
import { spzFile, type SpzFileOptions, spzSplats } from '../testing/encode-spz.ts';
import { openSpz } from './spz-reader.ts';

let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'spz-'))));
afterAll(() => rm(folder, { recursive: true }));

const VERSIONS = [1, 2, 3, 4] as const;

async function read(bytes: Uint8Array, progress: (share: number) => void = () => undefined): Promise<SplatModel> {
  const path = join(folder, 'a.spz');
  await writeFile(path, bytes);
  const reader = openSpz(path);
  try {
    const model = roomForSplats(reader.count, reader.shDegree);
    await reader.fill(model, progress);
    return model;
  } finally {
    reader.close();
  }
}

const farthest = (numbers: ArrayLike<number>, others: ArrayLike<number>): number =>
  Array.from(numbers).reduce((most, value, at) => Math.max(most, Math.abs(value - others[at]!)), 0);

/** Cosine of the largest half angle between turns, of which the first need no length of 1. */
function leastCosine(turns: Float32Array, others: readonly number[]): number {
  let least = 1;
  for (let at = 0; at < turns.length; at += 4) {
    const turn = turns.subarray(at, at + 4);
    const dot = turn.reduce((sum, value, number) => sum + value * others[at + number]!, 0);
    least = Math.min(least, Math.abs(dot) / Math.hypot(...turn));
  }
  return least;
}

describe('SPZ files', () => {
  it.each(VERSIONS.flatMap((version) => [0, 1, 2, 3, 4].map((degree) => ({ version, degree }))))(
    'of version $version and degree $degree are read as they were written',
    async ({ version, degree }) => {
      const splats = spzSplats(300, degree, 7 * version + degree);
      const model = await read(spzFile(splats, { version }));
      const kept = HARMONICS[model.shDegree];
      expect(model.shDegree).toBe(Math.min(3, degree));
      expect([...model.centres]).toEqual(splats.centres);
      expect(farthest(model.opacities, splats.opacities)).toBeLessThan(1e-7);
      // Half a step of a byte.
      expect(farthest(model.colours, splats.colours)).toBeLessThan((0.5 / 255 / 0.15) * 0.283);
      expect(farthest(model.scales.map(Math.log), splats.scales.map(Math.log))).toBeLessThan(1e-6);
      // Three bytes lose more where w is near zero.
      expect(leastCosine(model.rotations, splats.rotations)).toBeGreaterThan(version < 3 ? 0.99 : 0.999995);
      const each = splats.harmonics.length / splats.count;
      expect([...model.harmonics]).toEqual(splats.harmonics.filter((_, at) => at % each < kept));
    },
  );

  it.each(VERSIONS)('of version %d are read in pieces that cut splats', async (version) => {
    // Harmonics of 1.1 MB are two pieces.
    const splats = spzSplats(25_000, 3);
    const shares: number[] = [];
    const model = await read(spzFile(splats, { version }), (share) => shares.push(share));
    expect([...model.centres]).toEqual(splats.centres);
    expect([...model.harmonics]).toEqual(splats.harmonics);
    expect(shares.length).toBeGreaterThan(1);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
  });

  it('have coordinates by as many bits as they say', async () => {
    const splats = spzSplats(10, 0);
    const model = await read(spzFile(splats, { version: 3, fractionBits: 5 }));
    expect([...model.centres]).toEqual(splats.centres);
  });

  it('may have extensions behind the splats', async () => {
    const splats = spzSplats(10, 1);
    const model = await read(spzFile(splats, { version: 3, flags: 2, behind: new Uint8Array(1000) }));
    expect([...model.harmonics]).toEqual(splats.harmonics);
  });

  it('are not inflated far behind the splats', async () => {
    const shares: number[] = [];
    const bomb = spzFile(spzSplats(10, 0), { version: 2, behind: new Uint8Array(40 * 2 ** 20) });
    const model = await read(bomb, (share) => shares.push(share));
    expect(model.count).toBe(10);
    // Each piece has 1 MiB.
    expect(shares.length).toBeLessThan(4);
  });
});

/** The last eight bytes of gzip are a checksum and a size. */
function wrongChecksum(bytes: Buffer): Buffer {
  bytes[bytes.length - 5]! ^= 1;
  return bytes;
}

describe('SPZ files that are refused', () => {
  const ten = spzSplats(10, 1);
  const file = (options: SpzFileOptions): Buffer => spzFile(ten, options);
  const changed = (options: SpzFileOptions, change: (bytes: Buffer) => void): Buffer => {
    const bytes = file(options);
    change(bytes);
    return bytes;
  };
  it.each([
    ['a count beyond what gzip can hold', file({ version: 3, count: 4e9 }), /cannot hold more/],
    ['a count beyond what the stream has', file({ version: 3, count: 11 }), /harmonics of its splats are missing/],
    ['a count beyond the table of streams', file({ version: 4, count: 4e9 }), /bytes of positions/],
    ['levels of detail', file({ version: 3, flags: 0x80 }), /levels of detail/],
    ['bits that no coordinate has', file({ version: 3, fractionBits: 200 }), /200 bits/],
    ['version 4 in gzip', gzipSync(file({ version: 4 })), /version 4 within/],
    ['streams that are missing', changed({ version: 4 }, (bytes) => bytes.writeUInt8(5, 15)), /5 streams/],
    ['a table behind the end', changed({ version: 4 }, (bytes) => bytes.writeUInt32LE(4e9, 16)), /table of streams/],
    [
      'more splats than zstd can hold',
      changed({ version: 4 }, (bytes) => {
        bytes.writeUInt32LE(3e9, 8);
        [9, 1, 3, 3, 4, 9].forEach((width, index) => bytes.writeBigUInt64LE(BigInt(3e9 * width), 32 + 16 * index + 8));
      }),
      /cannot be as many/,
    ],
    [
      'fewer splats than zstd holds',
      changed({ version: 4 }, (bytes) => {
        bytes.writeUInt32LE(9, 8);
        [9, 1, 3, 3, 4, 9].forEach((width, index) => bytes.writeBigUInt64LE(BigInt(9 * width), 32 + 16 * index + 8));
      }),
      /more positions than its 9 splats/,
    ],
    ['a cut file of version 4', file({ version: 4 }).subarray(0, -1), /cut off before the end of its harmonics/],
    ['a cut file of version 3', file({ version: 3 }).subarray(0, -1), /cut off or damaged/],
    ['a wrong checksum', wrongChecksum(spzFile(spzSplats(1000, 1), { version: 3 })), /cut off or damaged/],
    ['nothing', Buffer.alloc(0), /cut off, or not/],
  ])('have %s', async (_, bytes, message) => {
    const refusal = await read(bytes).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(OperationRefusal);
    expect((refusal as Error).message).toMatch(message);
  });

  it.each(VERSIONS)('of version %d are cut anywhere', async (version) => {
    const bytes = spzFile(spzSplats(200, 2), { version });
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), async (end) => {
        await expect(read(bytes.subarray(0, end))).rejects.toThrow(OperationRefusal);
      }),
      { numRuns: 60 },
    );
  });
});

it.each(VERSIONS)('reads or refuses SPZ files of version %d with flipped bytes', async (version) => {
  const bytes = spzFile(spzSplats(200, 2), { version });
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
      const damaged = Buffer.from(bytes);
      damaged[at]! ^= flip;
      const failure: unknown = await read(damaged).then(
        () => null,
        (error: unknown) => error,
      );
      expect(failure === null || failure instanceof OperationRefusal).toBe(true);
      if (failure !== null) refused += 1;
    }),
    { numRuns: 100 },
  );
  // gzip has a checksum; the streams of zstd here have none, and harmonics that do not compress are stored as they are.
  expect(refused).toBeGreaterThan(version === 4 ? 0 : 80);
});
