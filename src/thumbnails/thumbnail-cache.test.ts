import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openThumbnailCache } from './thumbnail-cache.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-thumbnails-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const files = async (): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
const bytes = (size: number): Uint8Array => new Uint8Array(size).fill(7);

it('gives back what it was given, by key, also after a restart', async () => {
  await openThumbnailCache(folder).put('a/b', bytes(3));
  const cache = openThumbnailCache(folder);
  expect([await cache.get('a/b'), await cache.get('a')]).toEqual([Buffer.from(bytes(3)), undefined]);
});

const BLOCK = 4096;

it('F9: has a bound of blocks of the disk, and lets go of what nobody looked at the longest', async () => {
  const most = 10;
  const cache = openThumbnailCache(folder, most * BLOCK);
  await cache.put('old', bytes(100));
  const [old] = await files();
  await utimes(old!, 1000, 1000);
  await cache.put('read', bytes(100));
  for (let index = 0; index < 40; index += 1) {
    await cache.put(`new${index}`, bytes(100));
    await vi.waitFor(async () => expect((await files()).length).toBeLessThanOrEqual(most));
  }
  expect(await cache.get('old')).toBeUndefined();
  expect(await cache.get('new39')).toBeDefined();
});

it('F9: counts what another run left, and what other processes write', async () => {
  for (let index = 0; index < 5; index += 1) await openThumbnailCache(folder).put(`first${index}`, bytes(900));
  const caches = [1, 2, 3].map(() => openThumbnailCache(folder, 4 * BLOCK));
  await caches[0]!.put('next', bytes(900));
  await vi.waitFor(async () => expect((await files()).length).toBeLessThanOrEqual(4));
  for (let index = 0; index < 12; index += 1) await caches[index % 3]!.put(`more${index}`, bytes(900));
  await vi.waitFor(async () => expect((await files()).length).toBeLessThanOrEqual(4));
});

it('a folder that cannot be written to costs nothing but memory', async () => {
  const blocked = join(folder, 'file');
  await writeFile(blocked, 'x');
  const cache = openThumbnailCache(blocked);
  await cache.put('a', bytes(1));
  expect(await cache.get('a')).toBeUndefined();
});
