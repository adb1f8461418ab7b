import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { bodyBlocks } from './body-blocks.ts';
import { BLOCK_BYTES as BLOCK, GOOD_FOR } from './good-for.ts';

const BYTES = randomBytes(10 * BLOCK + 7);

/** Sends pieces as the body of a request, and at its end cuts the connection or ends the body. */
async function received<T>(
  pieces: readonly Uint8Array[],
  read: (body: IncomingMessage) => Promise<T>,
  { length, isCut = false }: { readonly length?: number; readonly isCut?: boolean } = {},
): Promise<T> {
  const answer = Promise.withResolvers<T>();
  const server = createServer((body, response) => {
    read(body)
      .then(answer.resolve, answer.reject)
      .finally(() => body.resume() && response.end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const headers = length === undefined ? {} : { 'content-length': length };
  const sending = request({ port, host: '127.0.0.1', method: 'POST', headers });
  sending.on('error', () => undefined); // The connection is cut.
  for (const piece of pieces) await new Promise((resolve) => sending.write(piece, resolve));
  if (isCut) sending.destroy();
  else sending.end();
  return answer.promise;
}

/** Copies of all blocks, each taken as late as it is good. */
async function copied(blocks: AsyncIterable<Uint8Array>, pauseMs = 0): Promise<Buffer[]> {
  const copies: Buffer[] = [];
  const given: Uint8Array[] = [];
  for await (const block of blocks) {
    if (pauseMs > 0) await setTimeout(pauseMs);
    given.push(block);
    if (given.length === GOOD_FOR) copies.push(Buffer.from(given.shift()!));
  }
  return [...copies, ...given.map((block) => Buffer.from(block))];
}

test('are the bytes of a body, whether it tells its length or not, no matter who is slower', async () => {
  for (const length of [BYTES.length, undefined]) {
    for (const pauseMs of [0, 5]) {
      const blocks = await received([BYTES], (body) => copied(bodyBlocks(body), pauseMs), length ? { length } : {});
      expect(Math.max(...blocks.map((block) => block.length))).toBe(BLOCK);
      expect(Buffer.concat(blocks).equals(BYTES)).toBe(true);
    }
  }
  expect(await received([], (body) => copied(bodyBlocks(body)), { length: 0 })).toEqual([]);
});

test('end with the fault of a body that is cut, behind what came', async () => {
  const blocks: Buffer[] = [];
  const reading = received(
    [BYTES.subarray(0, BLOCK), BYTES.subarray(BLOCK, BLOCK + 500)],
    async (body) => {
      for await (const block of bodyBlocks(body)) blocks.push(Buffer.from(block));
    },
    { length: BYTES.length, isCut: true },
  );
  await expect(reading).rejects.toThrow(/aborted|premature/i);
  expect(Buffer.concat(blocks).equals(BYTES.subarray(0, BLOCK + 500))).toBe(true);
});

test('end when it is enough, and leave the rest of the body to the side that answers', async () => {
  const enough = new AbortController();
  const [blocks, rest] = await received([BYTES], async (body) => {
    const taken: Buffer[] = [];
    for await (const block of bodyBlocks(body, { enough: enough.signal })) {
      taken.push(Buffer.from(block));
      if (taken.length === 2) enough.abort();
    }
    let left = 0;
    for await (const piece of body as AsyncIterable<Buffer>) left += piece.length;
    return [Buffer.concat(taken), left] as const;
  });
  expect(blocks.length).toBeGreaterThanOrEqual(2 * BLOCK);
  expect(blocks.equals(BYTES.subarray(0, blocks.length))).toBe(true);
  expect(blocks.length + rest).toBe(BYTES.length);
});
