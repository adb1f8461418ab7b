import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Replies of a connection that are not sent yet, the last one at the end; pipelined requests are several. */
interface Replies {
  last: FastifyReply;
  readonly open: Set<FastifyReply>;
}

const REPLIES = Symbol('replies');
/** On the socket itself: a `WeakMap` is slower by a microsecond a request. */
type Followed = Socket & { [REPLIES]?: Replies };

/** Remembers which requests each connection has sent. */
export function followConnections(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const socket: Followed = request.raw.socket;
    const known = (socket[REPLIES] ??= { last: reply, open: new Set() });
    known.last = reply;
    known.open.add(reply);
    reply.raw.once('close', () => known.open.delete(reply));
    done();
  });
}

/** The reply to the last request of a connection; `undefined` before the first. */
export function lastReplyOn(socket: Followed): FastifyReply | undefined {
  return socket[REPLIES]?.last;
}

/** Replies of a connection that are not sent yet. */
export function openRepliesOn(socket: Followed): readonly FastifyReply[] {
  return [...(socket[REPLIES]?.open ?? [])];
}
