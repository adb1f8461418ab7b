import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { writeThrough } from '../bytes/index.ts';
import { createBlockWriters, type BlockWriters } from './block-writer.ts';

let folder: string;
let writers: BlockWriters;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'alidade-blocks-'))));
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => void (writers = createBlockWriters()));
afterEach(() => writers.close());

const see = (): void => undefined;

/** Yields the same memory again and again, as a source may. */
async function* reusing(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const piece = Buffer.alloc(100_003);
  for (let at = 0; at < bytes.length; at += piece.length) {
    const part = bytes.subarray(at, at + piece.length);
    piece.set(part);
    yield piece.subarray(0, part.length);
  }
}

async function store(name: string, bytes: Uint8Array): Promise<{ hash: string; size: number }> {
  const file = await open(join(folder, name), 'wx');
  try {
    const writer = writers.open(file.fd);
    const size = await writeThrough(file, 0, writer.blocks(reusing(bytes)), { see, write: writer.write });
    return { size, hash: await writer.end() };
  } finally {
    await file.close();
  }
}

test('files written at the same time have their bytes and hashes', async () => {
  const all = [0, 1, 262_144, 3_000_000, 5_242_880].map((size) => randomBytes(size));
  const stored = await Promise.all(all.map((bytes, index) => store(`file-${index}`, bytes)));
  for (const [index, bytes] of all.entries()) {
    expect(stored[index]).toEqual({ size: bytes.length, hash: createHash('sha256').update(bytes).digest('hex') });
    expect((await readFile(join(folder, `file-${index}`))).equals(bytes)).toBe(true);
  }
});

test('a file that cannot be written to fails with the error of the system, and others go on', async () => {
  await writeFile(join(folder, 'refused'), '');
  const file = await open(join(folder, 'refused'), 'r');
  const writer = writers.open(file.fd);
  const blocks = writer.blocks(reusing(randomBytes(3_000_000)));
  const writing = writeThrough(file, 0, blocks, { see, write: writer.write });
  const other = store('other', randomBytes(1_000_000));
  await expect(writing).rejects.toMatchObject({ code: 'EBADF' });
  await writer.end();
  expect((await other).size).toBe(1_000_000);
  await file.close();
});

test('writes fail when the thread ends under them, and the next file gets another thread', async () => {
  const file = await open(join(folder, 'cut'), 'wx');
  const writer = writers.open(file.fd);
  const writing = writer.write(randomBytes(1000), 0);
  const closing = writers.close();
  await expect(writing).rejects.toThrow('ended');
  await expect(writer.end()).rejects.toThrow('ended');
  await closing;
  await file.close();
  expect((await store('after', randomBytes(1_000_000))).size).toBe(1_000_000);
});
