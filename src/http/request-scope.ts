import { AsyncLocalStorage } from 'node:async_hooks';
import { EventEmitter } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Emptied with the answer: connections and threads that a request opened for all others keep its scope for ever. */
interface Cell {
  reply: FastifyReply | undefined;
  readonly onFault: (fault: unknown) => void;
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

/** A request whose events are in its scope: Node emits them outside of every scope. */
class ScopedRequest extends IncomingMessage {
  cell: Cell | undefined;

  override emit(name: string | symbol, ...event: unknown[]): boolean {
    return this.cell === undefined ? super.emit(name, ...event) : emitInScope(this, this.cell, name, event);
  }
}

/** The same of its answer. */
class ScopedResponse extends ServerResponse {
  cell: Cell | undefined;

  override emit(name: string | symbol, ...event: unknown[]): boolean {
    return this.cell === undefined ? super.emit(name, ...event) : emitInScope(this, this.cell, name, event);
  }
}

/** For the server that gives its requests scopes. Classes, as functions made anew for each request cost a tenth of a tile. */
export const SCOPED = { IncomingMessage: ScopedRequest, ServerResponse: ScopedResponse } as unknown as {
  // The server is to have the types of every other one.
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
};

/**
 * Gives every request a scope. To be called before any other hook is added.
 *
 * @param onFault told what a listener of the request or its answer throws: it would end the process, as the events come from
 *   the connection and not from a handler
 */
export function addRequestScope(app: FastifyInstance, onFault: (fault: unknown) => void): void {
  app.addHook('onRequest', (request, reply, done) => {
    const cell: Cell = { reply, onFault };
    const { raw } = reply;
    if (request.raw instanceof ScopedRequest) request.raw.cell = cell;
    if (raw instanceof ScopedResponse) raw.cell = cell;
    raw.once('close', () => (cell.reply = undefined));
    scope.run(cell, done);
  });
}

/** A listener that throws keeps no other one from its turn: some of them release what the request holds. */
function emitInScope(emitter: EventEmitter, cell: Cell, name: string | symbol, event: unknown[]): boolean {
  const isError = name === 'error';
  if (!isError && emitter.listenerCount(name) === 0) return false;
  const attempt = (work: () => unknown): void => {
    try {
      work();
    } catch (fault) {
      // A listener of a body throws for each further piece as well.
      if (name === 'data') emitter.removeAllListeners('data');
      cell.onFault(fault);
    }
  };
  return scope.run(cell, () => {
    // An error without a listener is thrown.
    if (isError) attempt(() => Reflect.apply(EventEmitter.prototype.emit, emitter, [name, ...event]));
    else for (const listener of emitter.rawListeners(name)) attempt(() => Reflect.apply(listener, emitter, event));
    return !isError;
  });
}
