import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyReply } from 'fastify';
import { expect, it, vi } from 'vitest';
import { loadSettings } from '../settings/index.ts';
import { Binary, Empty, route, type Route } from './route.ts';
import { createServer } from './server.ts';

const serverWith = (declared: Route) =>
  createServer({
    settings: loadSettings({ LOG_LEVEL: 'silent' }),
    routes: [declared],
    version: '0',
    access: {
      authenticate: () => Promise.resolve(undefined),
      organization: () => Promise.resolve(undefined),
      dataset: () => Promise.resolve(undefined),
      holds: () => Promise.resolve(false),
    },
    changed: () => undefined,
  });

it('J-4 stops the work of a caller who went away, and counts it as no failure of the service', async () => {
  const begun = Promise.withResolvers<{ reply: FastifyReply }>();
  const slow = route({
    method: 'GET',
    path: '/slow',
    access: 'anonymous',
    tag: 'Test',
    summary: 'Never ends by itself',
    response: { 200: Binary },
    handle: async ({ signal, reply }) => {
      begun.resolve({ reply });
      await once(signal, 'abort');
      signal.throwIfAborted();
    },
  });
  const server = await serverWith(slow);
  await server.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n');
  const { reply } = await begun.promise;
  socket.destroy();
  await once(reply.raw, 'close');
  await vi.waitFor(() => expect(reply.sent).toBe(true));
  expect(reply.statusCode).toBe(499);
  await server.close();
});

it('says why it takes no request of an open connection while it closes', async () => {
  const begun = Promise.withResolvers<undefined>();
  const ending = Promise.withResolvers<undefined>();
  const server = await serverWith(
    route({
      method: 'GET',
      path: '/slow',
      access: 'anonymous',
      tag: 'Test',
      summary: 'Ends when it is told to',
      response: { 204: Empty },
      handle: () => {
        begun.resolve(undefined);
        return ending.promise;
      },
    }),
  );
  await server.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
  const answers = text(socket);
  const request = 'GET /slow HTTP/1.1\r\nhost: x\r\n\r\n';
  socket.write(request);
  await begun.promise;
  const closed = server.close();
  const second = once(server.server, 'request');
  socket.write(request);
  await second;
  ending.resolve(undefined);
  expect(await answers).toMatch(
    /^HTTP\/1.1 2[^]*HTTP\/1.1 503 [^]*\{"error":"The service is stopping. Try again in some seconds."\}$/,
  );
  await closed;
});
