import { expect, it } from 'vitest';
import { fail } from '../errors/index.ts';
import type { Drawer } from './drawer.ts';
import { createThumbnails, type ThumbnailDependencies } from './thumbnails.ts';

const DATASET = { id: 'dataset' } as Parameters<ThumbnailDependencies['covers']>[0];
const WANTED = { size: 64, format: 'webp' } as const;
const PICTURE = { bytes: new Uint8Array([1]), contentType: 'image/webp' } as const;

/** @param drawn by path, what drawing a cover ends with */
function thumbnailsOf(drawn: Readonly<Record<string, typeof PICTURE | Error>>) {
  const drawer: Drawer = {
    draws: () => true,
    version: ({ path }) => path,
    draw({ path }) {
      const result = drawn[path]!;
      return result instanceof Error ? Promise.reject(result) : Promise.resolve(result);
    },
  };
  return createThumbnails({
    builds: { findFor: () => Promise.resolve({ type: 6, hash: 'hash', polygonGeometry: null, file: undefined }) },
    cache: { get: () => Promise.resolve(undefined), put: () => Promise.resolve() },
    drawers: [drawer],
    outputs: { requireListed: () => undefined },
    candidates: [],
    covers: () => Promise.resolve(Object.keys(drawn)),
    engine: { load: () => ({ children: 2, busy: 0, waiting: 0 }) },
  } as unknown as ThumbnailDependencies);
}

const { signal } = new AbortController();
const find = (drawn: Parameters<typeof thumbnailsOf>[0]) =>
  thumbnailsOf(drawn).find(DATASET, undefined, WANTED, signal);
const SLOW = fail('busy', 'Drawing the file takes too long now.');
const BROKEN = fail('not-found', 'No thumbnail can be made.');

it.each([SLOW, BROKEN])('a cover that cannot be drawn is passed over: $message', async (failure) => {
  const picture = await find({ 'a.jpg': failure, 'b.jpg': PICTURE });
  expect(picture.etag).toBe('b.jpg/64.webp');
  expect(await picture.draw(signal)).toEqual(PICTURE);
});

it('where no cover can be drawn, one that may be drawn later decides', async () => {
  await expect(find({ 'a.jpg': SLOW, 'b.jpg': BROKEN })).rejects.toBe(SLOW);
  await expect(find({ 'a.jpg': BROKEN })).rejects.toMatchObject({ code: 'not-found', message: /has no picture/ });
  const fault = new Error('a fault of the service');
  await expect(find({ 'a.jpg': fault, 'b.jpg': PICTURE })).rejects.toBe(fault);
});
