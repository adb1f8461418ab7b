import type * as FileSystem from 'node:fs/promises';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openFileBlobStore, type BlobStore } from './index.ts';

/** Paths flushed to the disk, in order. */
const flushed = vi.hoisted(() => [] as string[]);

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof FileSystem>();
  const open: typeof real.open = async (path, ...rest) => {
    const handle = await real.open(path, ...rest);
    for (const method of ['sync', 'datasync'] as const) {
      const flush = handle[method].bind(handle);
      handle[method] = async () => {
        await flush();
        flushed.push(String(path));
      };
    }
    return handle;
  };
  return { ...real, open };
});

let folder: string;
let store: BlobStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-durable-'));
  store = await openFileBlobStore(folder);
  flushed.length = 0;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const write = async (text: string): Promise<string> => {
  const { hash } = await store.write(
    (async function* () {
      yield Buffer.from(text);
    })(),
  );
  return store.locate(hash);
};

it('I-1 flushes the bytes, then the name and every folder above it that is new', async () => {
  const path = await write('first');
  const [bytes, ...names] = flushed;
  expect(dirname(bytes!)).toBe(join(folder, 'incoming'));
  expect(names.toSorted()).toEqual([folder, dirname(dirname(path)), dirname(path)]);
});

it('I-1 flushes the name also of bytes that somebody else has just named', async () => {
  const path = await write('same');
  flushed.length = 0;
  await write('same');
  expect(flushed.slice(1)).toEqual([dirname(path)]);
});
