import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Between looks for connections that nobody needs any more while the server closes. */
const LOOK_MS = 100;

/**
 * Lets running requests end; those that have not when the time is over are cut off. To be called before the server listens.
 *
 * @returns what closes it
 */
export function closerOf(server: FastifyInstance, limitMs: number): () => Promise<void> {
  const silent = silentConnections(server.server);
  return async () => {
    const limit = setTimeout(() => server.server.closeAllConnections(), limitMs);
    const looks = setInterval(() => {
      // One whose answer has ended is kept for a next request, and one that never sent a byte (browsers open them ahead of
      // time) counts as a request that is about to come: for a minute both would be waited for.
      server.server.closeIdleConnections();
      for (const socket of silent()) socket.destroy();
    }, LOOK_MS);
    await server.close().finally(() => {
      clearTimeout(limit);
      clearInterval(looks);
    });
  };
}

function silentConnections(server: Server): () => Socket[] {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return () => [...open].filter(({ bytesRead }) => bytesRead === 0);
}
