import type * as FileLock from '../database/index.ts';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openFileBlobStore } from './index.ts';

const lock = vi.hoisted(() => ({ tries: 0 }));

/** A file system without locks: SQLite reports ENOLCK as a lock of another owner. */
vi.mock('../database/index.ts', async (original) => ({
  ...(await original<typeof FileLock>()),
  tryLockFile: () => {
    lock.tries += 1;
    if (lock.tries > 100) throw new Error('tried without end');
    return undefined;
  },
}));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-no-locks-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('takes uploads where the file system has no locks, and leaves no writer behind', async () => {
  const store = await openFileBlobStore(folder);
  const [own, writers] = [join(folder, 'incoming'), join(folder, 'writers')];
  const upload = (text: string): ReturnType<typeof store.write> =>
    store.write(
      (async function* () {
        yield Buffer.from(text.padEnd(300_000)); // Not small: it is written while it arrives.
        // Its age alone protects the file: no lock tells that this process lives.
        await store.sweep(365 * 24 * 3_600_000, () => Promise.resolve());
        expect(await readdir(own)).toEqual([expect.stringMatching(/\.unlocked$/)]);
      })(),
    );
  for (const text of ['one', 'two']) expect(await store.has((await upload(text)).hash)).toBe(true);
  expect([lock.tries, await readdir(own), await readdir(writers)]).toEqual([5, [], []]);
  await store[Symbol.asyncDispose]();
});
