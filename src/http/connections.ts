import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Replies of a connection that are not sent yet, the last one at the end; pipelined requests are several. */
const replies = new WeakMap<Socket, { last: FastifyReply; readonly open: Set<FastifyReply> }>();

/** Remembers which requests each connection has sent. */
export function followConnections(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const known = replies.get(socket) ?? { last: reply, open: new Set() };
    known.last = reply;
    known.open.add(reply);
    replies.set(socket, known);
    reply.raw.once('close', () => known.open.delete(reply));
    done();
  });
}

/** The reply to the last request of a connection; `undefined` before the first. */
export function lastReplyOn(socket: Socket): FastifyReply | undefined {
  return replies.get(socket)?.last;
}

/** Replies of a connection that are not sent yet. */
export function openRepliesOn(socket: Socket): readonly FastifyReply[] {
  return [...(replies.get(socket)?.open ?? [])];
}
