import { describe, expect, it, vi } from 'vitest';
import { type Engine, EngineError, type EngineErrorCode } from '../../../engine/index.ts';
import { createCloudPictures } from './cloud-pictures.ts';
import type { CloudPictureOrder } from './cloud-picture.child.ts';

const file = { path: '/builds/a/cloud.copc.laz', version: 'a' };
const tile = { z: 3, x: 4, y: 2, scale: 1 } as const;
const picture = { bytes: new Uint8Array(100), contentType: 'image/png' };
const never = new AbortController().signal;

/** Pictures whose child does what it is told. */
function picturesOf(draw: (order: CloudPictureOrder) => Promise<unknown>, cachedBytes = 10_000) {
  const call = vi.fn<(_: unknown, order: CloudPictureOrder) => Promise<unknown>>((_, order) => draw(order));
  const engine = { call, load: () => ({ children: 2, busy: 0, waiting: 0 }) } as unknown as Engine;
  return { pictures: createCloudPictures({ engine, cachedBytes }), call };
}

const failing = (code: EngineErrorCode) => picturesOf(() => Promise.reject(new EngineError(code, 'It is so.')));

it('a tile is drawn once for all who ask, and kept by version, place and format', async () => {
  const { pictures, call } = picturesOf(() => Promise.resolve(picture));
  const ask = (version = 'a', x = 4, format: 'png' | 'webp' = 'png') =>
    pictures.tile({ ...file, version }, { ...tile, x }, format, never);
  await Promise.all([ask(), ask()]);
  await ask();
  expect(call).toHaveBeenCalledTimes(1);
  for (const other of [() => ask('b'), () => ask('a', 5), () => ask('a', 4, 'webp')]) await other();
  expect(call).toHaveBeenCalledTimes(4);
});

it('without memory for tiles each is drawn anew', async () => {
  const { pictures, call } = picturesOf(() => Promise.resolve(picture), 0);
  for (let time = 0; time < 2; time += 1) await pictures.tile(file, tile, 'png', never);
  expect(call).toHaveBeenCalledTimes(2);
});

it('kept tiles take no more memory than they may', async () => {
  const { pictures, call } = picturesOf(() => Promise.resolve({ ...picture, bytes: new Uint8Array(4000) }));
  for (const x of [0, 1, 2, 0]) await pictures.tile(file, { ...tile, x }, 'png', never);
  expect(call).toHaveBeenCalledTimes(4);
});

it('one child is left to others', async () => {
  const gate = Promise.withResolvers<unknown>();
  const { pictures, call } = picturesOf(() => gate.promise);
  const drawn = [1, 2, 3].map((x) => pictures.tile(file, { ...tile, x }, 'png', never));
  await new Promise(setImmediate);
  expect(call).toHaveBeenCalledTimes(1);
  gate.resolve(picture);
  await Promise.all(drawn);
  expect(call).toHaveBeenCalledTimes(3);
});

it('who leaves takes the drawing with him', async () => {
  const leaving = new AbortController();
  let told: AbortSignal | undefined;
  const call = vi.fn<(_: unknown, __: unknown, options: { readonly signal: AbortSignal }) => Promise<never>>(
    (_, __, { signal }) => {
      told = signal;
      return new Promise(() => undefined);
    },
  );
  const engine = { call, load: () => ({ children: 2 }) } as unknown as Engine;
  const drawing = createCloudPictures({ engine, cachedBytes: 0 }).tile(file, tile, 'png', leaving.signal);
  await new Promise(setImmediate);
  leaving.abort(new Error('gone'));
  await expect(drawing).rejects.toThrow('gone');
  expect(told?.aborted).toBe(true);
});

describe('what goes wrong', () => {
  it.each([
    ['refused', 'internal'],
    ['failed', 'internal'],
    ['memory', 'internal'],
    ['crashed', 'internal'],
    ['timeout', 'busy'],
    ['busy', 'busy'],
    ['ended', 'busy'],
  ] as const)('%s is answered as %s', async (code, answer) => {
    await expect(failing(code).pictures.thumbnail(file, 64, 'webp', never)).rejects.toMatchObject({ code: answer });
  });

  it.each([
    ['timeout', 1],
    ['memory', 1],
    ['crashed', 1],
    ['refused', 3],
    ['busy', 3],
  ] as const)('after %s three tiles ask a child %i times', async (code, calls) => {
    const { pictures, call } = failing(code);
    for (const x of [1, 2, 3])
      await expect(pictures.tile(file, { ...tile, x }, 'png', never)).rejects.toMatchObject({ name: 'ServiceError' });
    expect(call).toHaveBeenCalledTimes(calls);
  });

  it.each(['no-place', 'outside'] as const)('answers not-found for a tile without points (%s)', async (why) => {
    const { pictures, call } = picturesOf(() => Promise.resolve(why));
    await expect(pictures.tile(file, tile, 'png', never)).rejects.toMatchObject({ code: 'not-found' });
    for (const wrong of [
      { ...tile, z: 31 },
      { ...tile, x: 8 },
      { ...tile, y: 8 },
    ])
      await expect(pictures.tile(file, wrong, 'png', never)).rejects.toMatchObject({ code: 'not-found' });
    expect(call).toHaveBeenCalledTimes(1);
  });
});
