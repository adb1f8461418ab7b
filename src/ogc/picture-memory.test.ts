import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import { expect, test } from 'vitest';
import { createMemoryBudget } from '../memory/index.ts';
import { createPictureMemory } from './picture-memory.ts';

const signal = new AbortController().signal;
const picture = new Uint8Array(1000);

/** A client that takes its picture when it is told to. */
function client(destroyed = false) {
  const raw = Object.assign(new EventEmitter(), {
    destroyed,
    destroy() {
      raw.destroyed = true;
      raw.emit('close');
    },
  });
  return { raw, call: { signal, reply: { raw } as unknown as FastifyReply } };
}
const pictures = () => createMemoryBudget({ limitBytes: 2 ** 29, embedded: true, processors: 2 }).pictures;

test('a picture holds its encoded bytes until it is sent, and nothing when it failed or its client has gone', async () => {
  const share = pictures();
  const memory = createPictureMemory(share);
  const reserved = () => share.load().reservedBytes;
  const { raw, call } = client();
  const drawn = await memory.draw(50_000, call, async () => {
    expect(reserved()).toBe(50_000);
    return picture;
  });
  expect([drawn, reserved()]).toEqual([picture, 1000]);
  raw.emit('close');
  expect(reserved()).toBe(0);
  await expect(memory.draw(50_000, client().call, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(reserved()).toBe(0);
  await memory.draw(50_000, client(true).call, async () => picture);
  expect(reserved()).toBe(0);
});

test('clients that do not take their pictures are cut off when others wait for memory, and not before', async () => {
  const share = pictures();
  const memory = createPictureMemory(share, 0);
  const [slow, next, last] = [client(), client(), client()];
  await memory.draw(1000, slow.call, async () => picture);
  await memory.draw(share.maxBytes - 1000, next.call, async () => picture);
  expect([slow.raw.destroyed, next.raw.destroyed]).toEqual([false, false]);
  await memory.draw(share.maxBytes, last.call, async () => picture);
  expect([slow.raw.destroyed, next.raw.destroyed, last.raw.destroyed]).toEqual([true, true, false]);
  expect(share.load()).toMatchObject({ reservedBytes: 1000, waiting: 0 });

  const patient = createPictureMemory(pictures(), 60_000);
  const kept = client();
  await patient.draw(1000, kept.call, async () => picture);
  await patient.draw(1000, client().call, async () => picture);
  expect(kept.raw.destroyed).toBe(false);
});
