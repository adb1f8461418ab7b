import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { followConnections } from './connections.ts';
import { closeSilentConnections } from './silent-connections.ts';

const IDLE_MS = 200;

let app: FastifyInstance;
beforeAll(async () => {
  app = Fastify({ connectionTimeout: IDLE_MS, keepAliveTimeout: IDLE_MS });
  followConnections(app);
  closeSilentConnections(app, IDLE_MS);
  app.get('/slow', async () => {
    await pause(5 * IDLE_MS);
    return 'done';
  });
  app.post('/body', async () => 'read');
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

function send(lines: string): Socket {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(lines.replaceAll('\n', '\r\n'));
  return socket;
}

it('lets a caller wait for an answer that takes its time', async () => {
  const answer = await text(send('GET /slow HTTP/1.1\nhost: x\nconnection: close\n\n'));
  expect(answer).toMatch(/^HTTP\/1\.1 200 [^]*done$/);
});

it.each([
  [
    'sends half of what it announced',
    'POST /body HTTP/1.1\nhost: x\ncontent-type: text/plain\ncontent-length: 9\n\nhalf',
  ],
  ['asks nothing', ''],
])('J-4 closes a connection that %s', async (_, lines) => {
  const socket = send(lines).resume();
  await once(socket, 'close');
  expect(socket.bytesRead).toBe(0);
});

it('closes one whose answer was sent', async () => {
  const socket = send('GET /slow HTTP/1.1\nhost: x\n\n');
  const began = performance.now();
  expect(await text(socket)).toMatch(/done$/);
  expect(performance.now() - began).toBeGreaterThan(6 * IDLE_MS - 50);
});
