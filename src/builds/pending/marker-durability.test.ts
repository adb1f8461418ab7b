import type * as FileSystem from 'node:fs/promises';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { createMarkers } from './marker.ts';

const DATASET = '00000000-0000-4000-8000-000000000000';
/** Paths flushed to the disk, in order. */
const flushed = vi.hoisted(() => [] as string[]);

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof FileSystem>();
  const open: typeof real.open = async (path, ...rest) => {
    const handle = await real.open(path, ...rest);
    const flush = handle.sync.bind(handle);
    handle.sync = async () => {
      await flush();
      flushed.push(String(path));
    };
    return handle;
  };
  return { ...real, open };
});

it('flushes a marker and the names of all folders above it, and that it was removed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'alidade-markers-'));
  const dataset = join(folder, DATASET);
  const marker = { hash: 'ab'.repeat(32), path: 'a.shp', missingDependencies: ['a.shx'], lastAttempt: 1 };
  try {
    const markers = createMarkers(folder);
    await markers.write(DATASET, marker);
    expect(flushed.slice(1)).toEqual([join(dataset, 'pending'), dataset, folder]);
    flushed.length = 0;
    await markers.remove(DATASET, marker);
    expect(flushed).toEqual([join(dataset, 'pending')]);
    // Each build that ends removes one: without any, nothing is to be flushed.
    await markers.remove(DATASET, marker);
    await markers.remove('11111111-0000-4000-8000-000000000000', marker);
    expect(flushed).toHaveLength(1);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
