import { AsyncLocalStorage } from 'node:async_hooks';
import type { EventEmitter } from 'node:events';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Emptied with the answer: connections and threads that a request opened for all others keep its scope for ever. */
interface Cell {
  reply: FastifyReply | undefined;
}

const scope = new AsyncLocalStorage<Cell>();

/**
 * The reply of the request that the running code belongs to: in its handlers, their timers and promises, the events of its
 * body, and in the process-wide handlers of what one of these throws. `undefined` outside of requests, and when the request
 * has ended.
 */
export function currentReply(): FastifyReply | undefined {
  return scope.getStore()?.reply;
}

/**
 * Gives every request a scope. To be called before any other hook is added.
 *
 * @param onFault told what a listener of the request or its answer throws: it would end the process, as the events come from
 *   the connection and not from a handler
 */
export function addRequestScope(app: FastifyInstance, onFault: (fault: unknown) => void): void {
  app.addHook('onRequest', (request, reply, done) => {
    const cell: Cell = { reply };
    // Node emits these events outside of every scope.
    emitInScope(request.raw, cell, onFault);
    emitInScope(reply.raw, cell, onFault);
    scope.run(cell, done);
    reply.raw.once('close', () => (cell.reply = undefined));
  });
}

/** A listener that throws keeps no other one from its turn: some of them release what the request holds. */
function emitInScope(emitter: EventEmitter, cell: Cell, onFault: (fault: unknown) => void): void {
  const emit = emitter.emit.bind(emitter);
  emitter.emit = (name: string | symbol, ...event: unknown[]): boolean => {
    const attempt = (work: () => void): void => {
      try {
        work();
      } catch (fault) {
        // A listener of a body throws for each further piece as well.
        if (name === 'data') emitter.removeAllListeners('data');
        onFault(fault);
      }
    };
    return scope.run(cell, () => {
      const listeners = name === 'error' ? [] : emitter.rawListeners(name);
      if (listeners.length === 0) attempt(() => emit(name, ...event));
      for (const listener of listeners) attempt(() => Reflect.apply(listener, emitter, event));
      return listeners.length > 0;
    });
  };
}
