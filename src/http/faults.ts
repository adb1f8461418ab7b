import type { FaultCounts } from '../errors/index.ts';
import type { FastifyReply } from 'fastify';
import { errorDocument } from './error-document.ts';
import { currentReply } from './request-scope.ts';

/** How a fault arrived: thrown where nobody catches, or a promise that nobody awaits. */
export type FaultKind = 'exception' | 'rejection';

/** Faults that no handler caught: mistakes in our code that a request or a job has met. */
export interface Faults {
  /** Logs a fault and answers its request with 500. */
  take(thrown: unknown, kind: FaultKind): void;
  /**
   * Fires when the process must end, because its state may be broken: after an exception that belongs to no request, and
   * after one of WebAssembly, whose memory (the embedded database) may be half changed. A fault of a request leaves the
   * process sound: its objects are its own, and what requests share is changed in transactions and in `finally`.
   */
  readonly broken: AbortSignal;
  counts(): FaultCounts;
}

/**
 * @param restarts how often the process was started again
 * @param report takes faults that belong to no request
 */
export function createFaults(restarts: number, report: (fault: unknown) => void): Faults {
  const broken = new AbortController();
  let count = 0;
  // A fault that ended the process before this one is one that somebody should hear of, too.
  let lastAt = restarts > 0 ? Date.now() : undefined;
  return {
    take(thrown, kind) {
      const fault = thrown instanceof Error ? thrown : new Error(String(thrown));
      const reply = currentReply();
      count += 1;
      lastAt = Date.now();
      if (reply === undefined) report(fault);
      else {
        logFault(reply, fault);
        answerFault(reply, fault);
      }
      if (isOfWebAssembly(fault) || (kind === 'exception' && reply === undefined)) broken.abort(fault);
    },
    broken: broken.signal,
    counts: () => ({ count, lastAt, restarts }),
  };
}

/**
 * Gives the faults of this process to `faults`. Without it Node ends the process at the first one.
 *
 * @param end called once, when the process must end
 */
export function guardProcess(faults: Pick<Faults, 'take' | 'broken'>, end: () => void): void {
  process.on('uncaughtException', (error) => faults.take(error, 'exception'));
  process.on('unhandledRejection', (reason) => faults.take(reason, 'rejection'));
  faults.broken.addEventListener('abort', end);
}

/** Errors of WebAssembly that its code did not catch; they come from other realms too, so the class cannot tell. */
function isOfWebAssembly(fault: Error): boolean {
  return fault.name === 'RuntimeError';
}

function logFault({ request }: FastifyReply, fault: Error): void {
  // The path alone: a query may hold a token.
  const path = request.url.split('?', 1)[0];
  request.log.error({ err: fault, method: request.method, path }, 'fault outside of the handler of this request');
}

/**
 * Answers at once, without the hooks of answers: Node may report the connection as broken in the next moment, as its parser
 * was left in the middle.
 */
function answerFault(reply: FastifyReply, fault: Error): void {
  const { request, raw } = reply;
  if (raw.writableEnded) return;
  try {
    // Half an answer must not look like a whole one.
    if (raw.headersSent) throw fault;
    const { status, type, body } = errorDocument(fault, request);
    reply.hijack();
    raw.writeHead(status, {
      'content-type': type,
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      'x-request-id': request.id,
      connection: 'close',
    });
    raw.end(body);
  } catch {
    // The fault is in the log; its caller sees a connection that ends.
    raw.destroy();
  }
}
