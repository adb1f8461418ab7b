import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { lastReplyOn } from './connections.ts';

/**
 * Closes connections that move no byte for a time: they are dead, or somebody only wants to hold them. One that waits for
 * the service is neither: to move a million entries, or to flush a large file, takes minutes without a byte.
 *
 * @param idleMs the `connectionTimeout` of the server
 */
export function closeSilentConnections(app: FastifyInstance, idleMs: number): void {
  app.server.on('timeout', (socket: Socket) => {
    const reply = lastReplyOn(socket);
    if (reply !== undefined && isAtWork(reply)) socket.setTimeout(idleMs);
    else socket.destroy();
  });
}

/** Whether all of the question is here and nothing of the answer is on its way. */
const isAtWork = ({ request, raw }: FastifyReply): boolean => request.raw.complete && !raw.headersSent;
