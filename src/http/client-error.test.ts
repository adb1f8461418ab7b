import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerClientError } from './client-error.ts';
import { followConnections } from './connections.ts';

let app: FastifyInstance;
beforeAll(async () => {
  app = Fastify({ clientErrorHandler: answerClientError });
  followConnections(app);
  app.get('/slow', () => delay(200, 'slow and whole'));
  app.get('/streamed', (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-length': '9' });
    reply.raw.write('first');
    setTimeout(() => reply.raw.end('last'), 200);
  });
  app.post('/body', () => 'read');
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

async function answersTo(bytes: string): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}

const GARBAGE = 'no HTTP at all\r\n\r\n';
const BROKEN =
  'POST /body HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ntransfer-encoding: chunked\r\n\r\nxyz\r\n';
const get = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;

it('answers what is no HTTP with 400', async () => {
  for (const bytes of [GARBAGE, BROKEN]) {
    const answer = await answersTo(bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 400 [^]*\{"error":"The request is not valid HTTP\."\}$/);
  }
});

it.each([
  ['/slow', GARBAGE, 'slow and whole'],
  ['/slow', BROKEN, 'slow and whole'],
  ['/streamed', GARBAGE, 'firstlast'],
  ['/streamed', BROKEN, 'firstlast'],
])('J-1 writes nothing into the answer of %s when %j comes behind its request', async (path, bytes, body) => {
  const answer = await answersTo(get(path) + bytes);
  expect(answer.split('HTTP/1.1 ')).toEqual(['', expect.stringMatching(new RegExp(`^200 [^]*\\r\\n\\r\\n${body}$`))]);
});
