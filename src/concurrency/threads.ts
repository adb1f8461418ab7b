import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { createLimiter } from './limiter.ts';
import { outsideRequests } from './outside-requests.ts';
import type { ThreadAnswer, ThreadTask } from './thread-work.ts';

/** What can go wrong beside the refusals of the work itself. */
export type ThreadErrorCode = 'aborted' | 'busy' | 'timeout' | 'failed';

/** Work in a thread that gave no outcome. `reason` is that of a `ThreadRefusal`. */
export class ThreadError extends Error {
  override readonly name = 'ThreadError';
  readonly code: ThreadErrorCode;
  readonly reason: string | undefined;

  constructor(code: ThreadErrorCode, message: string, options?: ErrorOptions & { readonly reason?: string }) {
    super(message, options);
    this.code = code;
    this.reason = options?.reason;
  }
}

// Functions of different inputs fit one record only as functions of anything.
type Work = Readonly<Record<string, (input: never) => Promise<unknown>>>;

/** How much threads have to do. */
export interface ThreadLoad {
  readonly threads: number;
  /** Threads at work. */
  readonly busy: number;
  /** Pieces of work that wait for one. */
  readonly waiting: number;
}

/**
 * A few threads for work that would hold up everybody else in the main one: drawing, queries of files. They are started
 * when needed and end when idle. Not for bytes of strangers with native code: that is the engine's.
 */
export interface Threads<W extends Work> {
  /**
   * @param options.transfer buffers of the input that are handed over instead of copied
   * @throws ThreadError `busy` when too many wait already, `aborted` when the signal fired
   */
  run<N extends keyof W & string>(
    name: N,
    input: Parameters<W[N]>[0],
    options?: { readonly signal?: AbortSignal | undefined; readonly transfer?: readonly ArrayBuffer[] },
  ): Promise<Awaited<ReturnType<W[N]>>>;
  load(): ThreadLoad;
  close(): Promise<void>;
}

export interface ThreadOptions {
  /** The module whose exports, made with `inThread`, are the work. */
  readonly module: URL;
  /** Number of processors by default. */
  readonly threads?: number | undefined;
  /** Threads that stay when they are idle, from the first piece of work on: none by default. */
  readonly kept?: number | undefined;
  /** Plain data that every thread reads by `threadData`. */
  readonly data?: unknown;
  /** Pieces of work that may wait; one more is refused. */
  readonly waiting: number;
  /** Longest time of one piece of work; its thread is ended then. */
  readonly timeoutMs: number;
}

/** Time that cancelled work gets to notice, before its thread is ended. */
const GRACE_MS = 5000;
/**
 * Idle threads end after it: each holds 50 to 140 MB of modules, caches and garbage, and collects none without work. A new
 * one is ready in 0.3 s.
 */
const IDLE_MS = 15_000;

/** Creates the threads' pool. Nothing is started before the first piece of work. */
export function createThreads<W extends Work>(options: ThreadOptions): Threads<W> {
  const { module, threads = availableParallelism(), kept = 0, data, waiting, timeoutMs } = options;
  // Made with the first piece of work, as threads that are kept start with it.
  let made: Piscina | undefined;
  const poolOf = (): Piscina => {
    if (made !== undefined) return made;
    const pool = new Piscina({
      filename: module.href,
      minThreads: Math.min(kept, threads),
      maxThreads: threads,
      idleTimeout: IDLE_MS,
      workerData: data,
      // No more than threads arrive at once: the limiter keeps the others, and lets them go when nobody waits.
      maxQueue: threads,
    });
    // A thread that ends outside of its work: the pool has replaced it. Without a listener it would end the process.
    pool.on('error', (fault: Error) => process.emitWarning(fault));
    return (made = pool);
  };
  let [busy, queued] = [0, 0];
  const limiter = createLimiter(threads, waiting, () => new ThreadError('busy', 'Too much is asked for at once.'));

  async function execute(
    name: string,
    input: unknown,
    signal: AbortSignal | undefined,
    transfer: readonly ArrayBuffer[],
  ): Promise<unknown> {
    const cancelled = new Int32Array(new SharedArrayBuffer(4));
    const ending = new AbortController();
    const timer = setTimeout(() => ending.abort(), timeoutMs);
    let grace: NodeJS.Timeout | undefined;
    const onAbort = (): void => {
      Atomics.store(cancelled, 0, 1);
      grace = setTimeout(() => ending.abort(), GRACE_MS);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      const task: ThreadTask = { input, cancelled };
      const settings = { name, transferList: [...transfer], signal: ending.signal };
      const answer = (await outsideRequests(() => poolOf().run(task, settings))) as ThreadAnswer;
      if (signal?.aborted) throw aborted();
      return outputOf(answer);
    } catch (error) {
      if (signal?.aborted) throw aborted();
      if (ending.signal.aborted) throw new ThreadError('timeout', 'The answer took too long to be made.');
      throw error;
    } finally {
      clearTimeout(timer);
      clearTimeout(grace);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  return {
    async run(name, input, { signal, transfer = [] } = {}) {
      if (signal?.aborted) throw aborted();
      queued += 1;
      let isQueued = true;
      const leaveQueue = (): void => {
        if (isQueued) queued -= 1;
        isQueued = false;
      };
      const work = async (): Promise<unknown> => {
        leaveQueue();
        busy += 1;
        return execute(name, input, signal, transfer).finally(() => (busy -= 1));
      };
      try {
        return (await limiter.run(work, signal)) as never;
      } catch (error) {
        throw signal?.aborted ? aborted() : error;
      } finally {
        leaveQueue();
      }
    },
    load: () => ({ threads, busy, waiting: queued }),
    close: async () => made?.destroy(),
  };
}

const aborted = (): ThreadError => new ThreadError('aborted', 'The caller went away.');

function outputOf(answer: ThreadAnswer): unknown {
  if (answer.ok) return answer.output;
  const cause = Object.assign(new Error(answer.message), { stack: answer.stack });
  if (answer.reason === undefined) throw new ThreadError('failed', answer.message, { cause });
  throw new ThreadError('failed', answer.message, { cause, reason: answer.reason });
}
