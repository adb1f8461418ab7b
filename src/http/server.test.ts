import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import type { FastifyReply } from 'fastify';
import { expect, it, vi } from 'vitest';
import { loadSettings } from '../settings/index.ts';
import { Binary, route } from './route.ts';
import { createServer } from './server.ts';

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
  const server = await createServer({
    settings: loadSettings({ LOG_LEVEL: 'silent' }),
    routes: [slow],
    version: '0',
    access: {
      authenticate: () => Promise.resolve(undefined),
      organization: () => Promise.resolve(undefined),
      dataset: () => Promise.resolve(undefined),
      holds: () => Promise.resolve(false),
    },
    changed: () => undefined,
  });
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
