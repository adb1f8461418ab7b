import { outsideRequests } from '../concurrency/index.ts';
import { EngineError } from './engine-error.ts';
import { type ChildCall, type SupervisedChild, startChild } from './child-process.ts';
import type { ChildOptions } from './child-process.ts';

/**
 * Calls after which a child is replaced: native libraries never give all their memory back, and at about 300 ms a start
 * the price is 1 ms a call.
 */
const CALLS_PER_CHILD = 256;

export interface PoolOptions extends ChildOptions {
  readonly children: number;
  /** Calls that may wait for a child. Above it a call is refused at once rather than kept waiting without end. */
  readonly queueLimit: number;
}

/** How much there is to do. */
export interface PoolLoad {
  readonly children: number;
  /** Children that are working on a call. */
  readonly busy: number;
  /** Calls that wait for a child. */
  readonly waiting: number;
}

export interface ChildPool {
  submit(call: ChildCall): Promise<unknown>;
  load(): PoolLoad;
  close(): Promise<void>;
}

interface Waiting {
  readonly call: ChildCall;
  readonly start: (child: SupervisedChild) => void;
  readonly reject: (error: EngineError) => void;
}

/** A few children, started when needed; each works on one call, the rest wait in order. */
export function createPool(options: PoolOptions): ChildPool {
  const idle: SupervisedChild[] = [];
  const busy = new Set<SupervisedChild>();
  const queue: Waiting[] = [];
  let closed = false;

  function submit(call: ChildCall): Promise<unknown> {
    if (closed) return Promise.reject(new EngineError('aborted', 'The engine is closed.'));
    if (call.signal?.aborted)
      return Promise.reject(new EngineError('aborted', `The ${call.operation.name} call was aborted.`));
    if (queue.length >= options.queueLimit)
      return Promise.reject(new EngineError('busy', 'Too many files are being read at once. Try again in a moment.'));
    return new Promise((resolve, reject) => {
      const onAbort = (): void => withdraw(waiting);
      const start = (child: SupervisedChild): void => {
        call.signal?.removeEventListener('abort', onAbort);
        void work(child, call).then(resolve, reject);
      };
      const waiting: Waiting = { call, start, reject };
      call.signal?.addEventListener('abort', onAbort, { once: true });
      queue.push(waiting);
      next();
    });
  }

  function withdraw(waiting: Waiting): void {
    const place = queue.indexOf(waiting);
    if (place < 0) return;
    queue.splice(place, 1);
    waiting.reject(new EngineError('aborted', `The ${waiting.call.operation.name} call was aborted.`));
  }

  function next(): void {
    while (queue.length > 0 && (idle.length > 0 || busy.size < options.children)) {
      const child = takeIdle() ?? outsideRequests(() => startChild(options));
      busy.add(child);
      queue.shift()?.start(child);
    }
  }

  function takeIdle(): SupervisedChild | null {
    for (let child = idle.pop(); child !== undefined; child = idle.pop()) if (child.alive()) return child;
    return null;
  }

  async function work(child: SupervisedChild, call: ChildCall): Promise<unknown> {
    try {
      return await child.run(call);
    } finally {
      busy.delete(child);
      if (child.alive() && child.calls() < CALLS_PER_CHILD && !closed) idle.push(child);
      else await child.end();
      next();
    }
  }

  return {
    submit,
    load: () => ({ children: options.children, busy: busy.size, waiting: queue.length }),
    async close() {
      closed = true;
      for (const waiting of queue.splice(0)) waiting.reject(new EngineError('aborted', 'The engine was closed.'));
      await Promise.all([...idle, ...busy].map((child) => child.end()));
    },
  };
}
