import { AsyncLocalStorage } from 'node:async_hooks';
import type { EventEmitter } from 'node:events';
import type { FastifyInstance, FastifyReply } from 'fastify';

const scope = new AsyncLocalStorage<FastifyReply>();

/**
 * The reply of the request that the running code belongs to: in its handlers, their timers and promises, the events of its
 * body, and in the process-wide handlers of what one of these throws. `undefined` outside of requests.
 */
export function currentReply(): FastifyReply | undefined {
  return scope.getStore();
}

/**
 * Gives every request a scope. To be called before any other hook is added.
 *
 * @param onFault told what a listener of the request or its answer throws: it would end the process, as the events come from
 *   the connection and not from a handler
 */
export function addRequestScope(app: FastifyInstance, onFault: (fault: unknown) => void): void {
  app.addHook('onRequest', (request, reply, done) => {
    // Node emits these events outside of every scope.
    emitInScope(request.raw, reply, onFault);
    emitInScope(reply.raw, reply, onFault);
    scope.run(reply, done);
  });
}

function emitInScope(emitter: EventEmitter, reply: FastifyReply, onFault: (fault: unknown) => void): void {
  const emit = emitter.emit.bind(emitter);
  emitter.emit = (...event: Parameters<typeof emit>): boolean =>
    scope.run(reply, () => {
      try {
        return emit(...event);
      } catch (fault) {
        onFault(fault);
        return true;
      }
    });
}
