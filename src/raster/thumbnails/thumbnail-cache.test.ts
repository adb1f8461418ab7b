import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
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

it('never grows beyond its bound, and lets go of what nobody looked at the longest', async () => {
  const cache = openThumbnailCache(folder, 1000);
  await cache.put('old', bytes(100));
  const [old] = await files();
  await utimes(old!, 1000, 1000);
  await cache.put('read', bytes(100));
  await cache.get('read');
  for (let index = 0; index < 40; index += 1) {
    await cache.put(`new${index}`, bytes(100));
    const sizes = await Promise.all((await files()).map(async (path) => (await stat(path)).size));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(1000);
  }
  expect(await cache.get('old')).toBeUndefined();
  expect(await cache.get('new39')).toBeDefined();
});

it('counts what another run left', async () => {
  await openThumbnailCache(folder, 10_000).put('first', bytes(900));
  await openThumbnailCache(folder, 1000).put('second', bytes(900));
  expect((await files()).length).toBeLessThan(2);
});

it('a folder that cannot be written to costs nothing but memory', async () => {
  const blocked = join(folder, 'file');
  await writeFile(blocked, 'x');
  const cache = openThumbnailCache(blocked);
  await cache.put('a', bytes(1));
  expect(await cache.get('a')).toBeUndefined();
});
