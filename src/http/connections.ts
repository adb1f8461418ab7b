import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';

const replies = new WeakMap<Socket, FastifyReply>();

/** Remembers which request each connection sent last. */
export function followConnections(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    replies.set(request.raw.socket, reply);
    done();
  });
}

/** The reply to the last request of a connection; `undefined` before the first. */
export function lastReplyOn(socket: Socket): FastifyReply | undefined {
  return replies.get(socket);
}
