import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { closerOf } from './close-server.ts';

it('waits for a request that runs, and for no connection that is idle, was just answered, or never sent a byte', async () => {
  const server = fastify();
  const begun = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<string>();
  server.get('/', async () => {
    begun.resolve();
    return answer.promise;
  });
  // Far beyond the time of a test: only what the closer does ends the connections.
  const close = closerOf(server, 3_600_000);
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const silent = connect(port, '127.0.0.1');
  await once(silent, 'connect');
  const running = fetch(`http://127.0.0.1:${port}/`);
  await begun.promise;

  let isClosed = false;
  const closed = close().then(() => (isClosed = true));
  await once(silent, 'close');
  expect(isClosed).toBe(false);
  answer.resolve('there');
  expect(await (await running).text()).toBe('there');
  await closed;
});
