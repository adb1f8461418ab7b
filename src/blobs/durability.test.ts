import type * as FileCalls from 'node:fs';
import type * as FileSystem from 'node:fs/promises';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type * as Concurrency from '../concurrency/index.ts';
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

/** The same of calls with descriptors, which small files are written by. */
vi.mock('node:fs', async (original) => {
  const real = await original<typeof FileCalls>();
  const paths = new Map<number, string>();
  const openSync: typeof real.openSync = (path, ...rest) => {
    const descriptor = real.openSync(path, ...rest);
    paths.set(descriptor, String(path));
    return descriptor;
  };
  const watched =
    (flush: typeof real.fsync) =>
    (descriptor: number, done: (cause: NodeJS.ErrnoException | null) => void): void =>
      flush(descriptor, (cause) => {
        flushed.push(paths.get(descriptor)!);
        done(cause);
      });
  return { ...real, openSync, fsync: watched(real.fsync), fdatasync: watched(real.fdatasync) };
});

/** Threads would have file calls of their own: what they do is done here. */
vi.mock('../concurrency/index.ts', async (original) => ({
  ...(await original<typeof Concurrency>()),
  createThreads: ({ module }: Concurrency.ThreadOptions) => ({
    async run(name: string, input: unknown) {
      const work = (await import(module.pathname)) as Record<string, (task: unknown) => Promise<{ output: unknown }>>;
      return (await work[name]!({ input, cancelled: new Int32Array(1) })).output;
    },
    close: () => Promise.resolve(),
  }),
}));

let folder: string;
let store: BlobStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-durable-'));
  store = await openFileBlobStore(folder);
  flushed.length = 0;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Sizes of files that are written in both ways. */
const SIZES = [1, 300_000];

const write = async (text: string, size: number): Promise<string> => {
  const { hash } = await store.write(
    (async function* () {
      yield Buffer.from(text.padEnd(size));
    })(),
  );
  return store.locate(hash);
};

it.each(SIZES)(
  'I-1 flushes the bytes, then the name and every folder above it that is new (%i bytes)',
  async (size) => {
    const path = await write('first', size);
    const [bytes, ...names] = flushed;
    expect(dirname(bytes!)).toBe(join(folder, 'incoming'));
    expect(names.toSorted()).toEqual([folder, dirname(dirname(path)), dirname(path)]);
  },
);

it.each(SIZES)('I-1 flushes the name also of bytes that somebody else has just named (%i bytes)', async (size) => {
  const path = await write('same', size);
  flushed.length = 0;
  await write('same', size);
  expect(flushed.slice(1)).toEqual([dirname(path)]);
});
