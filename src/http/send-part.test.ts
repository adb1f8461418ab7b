import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendPart } from './send-part.ts';

const BYTES = Buffer.from(Array.from({ length: 100_000 }, (_, place) => place % 251));
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-part-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A server that sends parts of a file, and 404 for what it leaves to the routes. */
async function serving(name: string) {
  const path = join(folder, name);
  await writeFile(path, BYTES);
  const server = createServer((request, response) => {
    void sendPart(request, response, { path, etag: name, size: BYTES.length }, ['x-file', name]).then((isSent) => {
      if (!isSent) response.writeHead(404).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ask = async (range: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { range } });
    const headers: IncomingHttpHeaders = Object.fromEntries(answer.headers);
    return { status: answer.status, headers, body: Buffer.from(await answer.arrayBuffer()) };
  };
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { path, port, ask, [Symbol.asyncDispose]: close };
}

it('sends any range of up to 64 KiB, many at a time', async () => {
  await using server = await serving('any');
  const place = fc.nat(BYTES.length - 1);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(place, fc.integer({ min: 1, max: 65_536 })), { maxLength: 20 }),
      async (ranges) => {
        await Promise.all(
          ranges.map(async ([first, length]) => {
            const { status, headers, body } = await server.ask(`bytes=${first}-${first + length - 1}`);
            const wanted = BYTES.subarray(first, first + length);
            expect([status, headers['x-file'], body.equals(wanted)]).toEqual([206, 'any', true]);
            expect(headers['content-range']).toBe(`bytes ${first}-${first + wanted.length - 1}/${BYTES.length}`);
          }),
        );
      },
    ),
    { numRuns: 30 },
  );
});

it.each(['bytes=0-65536', 'bytes=100000-', 'bytes=5-1', 'bytes=0-1,4-5', 'lines=0-1', 'bytes=-0'])(
  'leaves %s to the routes',
  async (range) => {
    await using server = await serving('routes');
    expect((await server.ask(range)).status).toBe(404);
  },
);

it('leaves a file that is gone, or has become shorter, to the routes', async () => {
  await using server = await serving('shorter');
  await truncate(server.path, 50_000);
  expect([(await server.ask('bytes=0-9')).status, (await server.ask('bytes=49999-50000')).status]).toEqual([206, 404]);
  await using gone = await serving('gone');
  await rm(gone.path);
  expect((await gone.ask('bytes=0-9')).status).toBe(404);
});

it('has 128 answers on their way at most, and takes another one when one of them has ended', async () => {
  await using server = await serving('slow');
  const request = { headers: { range: 'bytes=0-9' } } as unknown as IncomingMessage;
  const file = { path: server.path, etag: 'slow', size: BYTES.length };
  const send = async () => {
    const response = Object.assign(new EventEmitter(), { writeHead: () => response, end: () => response });
    return { response, isSent: await sendPart(request, response as unknown as ServerResponse, file, []) };
  };
  const sent = await Promise.all(Array.from({ length: 128 }, send));
  expect([sent.every(({ isSent }) => isSent), (await send()).isSent]).toEqual([true, false]);
  sent[5]!.response.emit('close');
  const last = await send();
  expect([last.isSent, (await send()).isSent]).toEqual([true, false]);
  for (const { response } of [...sent.filter((_, place) => place !== 5), last]) response.emit('close');
  expect((await send()).isSent).toBe(true);
});
