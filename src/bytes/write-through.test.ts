import { randomBytes } from 'node:crypto';
import { mkdtemp, open, readFile, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filePieces } from './file-pieces.ts';
import { GOOD_FOR } from './good-for.ts';
import { inBlocks } from './in-blocks.ts';
import { limited } from './limited.ts';
import { writeThrough } from './write-through.ts';

const MIB = 1024 * 1024;
let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'alidade-bytes-'))));
afterAll(() => rm(folder, { recursive: true }));

async function withFile<T>(work: (file: FileHandle, path: string) => Promise<T>): Promise<T> {
  const path = join(folder, 'file');
  const file = await open(path, 'w+');
  try {
    return await work(file, path);
  } finally {
    await file.close();
  }
}

type WriteInput = [bytes: Uint8Array, offset: number, length: number, position: number];

/** A file that is written to in another way. */
function writingAs(file: FileHandle, write: (...given: WriteInput) => Promise<unknown>): FileHandle {
  return new Proxy(file, {
    get: (target, name) =>
      name === 'write' ? write : (Reflect.get(target, name) as (...args: never) => unknown).bind(target),
  });
}

async function* streamOf(...pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

describe('a stream that is written through', () => {
  test('stands in the file from its position on, and was seen in order', async () => {
    const pieces = fc.array(fc.uint8Array({ maxLength: 3000 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(pieces, fc.nat(5000), fc.boolean(), async (parts, position, isInBlocks) => {
        const bytes = Buffer.concat(parts);
        await withFile(async (file, path) => {
          const seen: Buffer[] = [];
          const source = streamOf(...parts);
          const see = (piece: Uint8Array): void => void seen.push(Buffer.from(piece));
          const end = await writeThrough(file, position, isInBlocks ? inBlocks(source) : source, { see });
          expect(end).toBe(position + bytes.length);
          expect(Buffer.concat(seen).equals(bytes)).toBe(true);
          expect((await readFile(path)).subarray(position).equals(bytes)).toBe(true);
        });
      }),
      { numRuns: 30 },
    );
  });

  test('is told of as it reaches the disk, each 64 MiB and at its end, also when its source fails', async () => {
    const block = randomBytes(MIB);
    async function* broken(): AsyncGenerator<Uint8Array> {
      for (let count = 0; count < 70; count += 1) yield block;
      throw new Error('connection lost');
    }
    await withFile(async (file) => {
      const ends: number[] = [];
      const flushed = async (end: number): Promise<void> => void ends.push(end);
      const watch = { see: () => undefined, flushed };
      await expect(writeThrough(file, 100, broken(), watch)).rejects.toThrow('connection lost');
      expect(ends).toEqual([100 + 64 * MIB, 100 + 70 * MIB]);
    });
  });

  test('counts what stands before a write that failed, whatever was written behind it', async () => {
    await withFile(async (real) => {
      let writes = 0;
      const file = writingAs(real, (...given) =>
        (writes += 1) === 3 ? Promise.reject(new Error('disk full')) : real.write(...given),
      );
      const ends: number[] = [];
      const flushed = async (end: number): Promise<void> => void ends.push(end);
      const pieces = Array.from({ length: 9 }, () => randomBytes(1000));
      const writing = writeThrough(file, 5, streamOf(...pieces), { see: () => undefined, flushed });
      await expect(writing).rejects.toThrow('disk full');
      expect(ends).toEqual([2005]);
    });
  });

  test('writes what lies in memory that is used again, whichever write is the slowest', async () => {
    const bytes = randomBytes(40_000);
    async function* reused(): AsyncGenerator<Uint8Array> {
      const ring = Array.from({ length: GOOD_FOR }, () => Buffer.alloc(1000));
      for (let at = 0, turn = 0; at < bytes.length; at += 1000, turn += 1) {
        const piece = ring[turn % GOOD_FOR]!;
        bytes.copy(piece, 0, at, at + 1000);
        yield piece;
      }
    }
    await withFile(async (real, path) => {
      let writes = 0;
      const file = writingAs(real, async (...given) => {
        // Every third one is passed by the others.
        for (let turns = (writes += 1) % 3 === 0 ? 5 : 0; turns > 0; turns -= 1) await setImmediate();
        return real.write(...given);
      });
      await writeThrough(file, 0, reused(), { see: () => undefined });
      expect((await readFile(path)).equals(bytes)).toBe(true);
    });
  });

  test('ends with the fault of the one that looks at it or is told', async () => {
    const fault = (): never => {
      throw new Error('not these');
    };
    for (const watch of [
      { see: fault },
      { see: () => undefined, flushed: () => Promise.reject(new Error('not these')) },
    ])
      await withFile((file) =>
        expect(writeThrough(file, 0, streamOf(Buffer.alloc(9)), watch)).rejects.toThrow('not these'),
      );
  });
});

test('pieces of a file are its bytes from one place to another', async () => {
  const bytes = randomBytes(2 * MIB + 5);
  await withFile(async (file) => {
    await file.write(bytes);
    const places = fc.tuple(fc.nat(bytes.length), fc.nat(bytes.length)).map((two) => two.toSorted((a, b) => a - b));
    await fc.assert(
      fc.asyncProperty(places, async ([start, end]) => {
        const pieces: Buffer[] = [];
        for await (const piece of filePieces(file, start!, end!, () => new Error('short')))
          pieces.push(Buffer.from(piece));
        expect(Buffer.concat(pieces).equals(bytes.subarray(start, end))).toBe(true);
      }),
      { numRuns: 30 },
    );
    const beyond = async (): Promise<void> => {
      for await (const piece of filePieces(file, 0, bytes.length + 1, () => new Error('short')))
        expect(piece.length).toBeGreaterThan(0);
    };
    await expect(beyond()).rejects.toThrow('short');
  });
});

test('a limit lets the pieces before it through, and none that goes beyond', async () => {
  const passed: number[] = [];
  const read = async (): Promise<void> => {
    const source = streamOf(Buffer.alloc(4), Buffer.alloc(6), Buffer.alloc(1));
    for await (const { length } of limited(source, 10, () => new Error('too many'))) passed.push(length);
  };
  await expect(read()).rejects.toThrow('too many');
  expect(passed).toEqual([4, 6]);
});
