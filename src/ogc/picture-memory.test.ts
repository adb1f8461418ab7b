import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { createMemoryBudget } from '../memory/index.ts';
import { createPictureMemory, type PictureCall } from './picture-memory.ts';

function client(destroyed = false) {
  const raw = Object.assign(new EventEmitter(), { destroyed });
  const request = { ip: '192.0.2.1', raw: { complete: true, socket: { writableLength: 0 } } };
  const reply = { raw, request };
  return {
    raw,
    call: { request, reply, caller: undefined, signal: new AbortController().signal } as unknown as PictureCall,
  };
}
const pictures = () => createMemoryBudget({ limitBytes: 2 ** 29, embedded: true, processors: 2 }).pictures;

test('a picture holds its encoded bytes until it is sent, and nothing when it failed or its client has gone', async () => {
  const share = pictures();
  const memory = createPictureMemory(share);
  const reserved = () => share.load().reservedBytes;
  const { raw, call } = client();
  const drawn = await memory.draw(50_000, call, async () => {
    expect(reserved()).toBe(50_000);
    return new Uint8Array(1000);
  });
  expect([drawn.length, reserved()]).toEqual([1000, 1000]);
  raw.emit('close');
  expect([drawn.length, reserved()]).toEqual([0, 0]);
  await expect(memory.draw(50_000, client().call, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(reserved()).toBe(0);
  await memory.draw(50_000, client(true).call, async () => new Uint8Array(1000));
  expect(reserved()).toBe(0);
});

test('pictures of an address that are not taken count for it, and those that are drawn do not', async () => {
  const share = pictures();
  const memory = createPictureMemory(share);
  const half = share.maxBytes / 2;
  const drawn: ReturnType<typeof client>[] = [];
  const draw = async (bytes: number): Promise<void> => {
    const next = client();
    await memory.draw(half, next.call, async () => new Uint8Array(bytes));
    drawn.push(next);
  };
  await Promise.all([draw(half / 2), draw(1)]);
  const refused = draw(1);
  await Promise.resolve();
  expect(share.load()).toEqual({ maxBytes: share.maxBytes, reservedBytes: half / 2 + 1, waiting: 1 });
  for (const { raw } of drawn) raw.emit('close');
  await refused;
  expect(share.load()).toMatchObject({ reservedBytes: 1, waiting: 0 });
});
