import type { JobWithMetadata } from 'pg-boss';
import { holdClaim, type Claim, type JobEngine } from './claim.ts';
import { createWaker, type Waker } from './waker.ts';

/** One attempt at a job, as its worker sees it. */
export interface Attempt {
  readonly id: string;
  /** 1 for the first attempt. */
  readonly number: number;
  /**
   * Fires when the job is cancelled or another process took it over, with a `ClaimLost` as its reason, or when this process is
   * stopping.
   */
  readonly signal: AbortSignal;
}

export type JobHandler = (attempt: Attempt) => Promise<void>;

/**
 * Those who take jobs in this process. Not the engine's own workers: what those say of a job (that they live, that it has ended or
 * failed) counts also when another process has it by then.
 */
export interface Workers {
  /** One more worker of a queue; it runs one job at a time. */
  add(queue: string, handler: JobHandler): void;
  /** There may be jobs in a queue; in any of them unless told. */
  wake(queue?: string): void;
  /** Fires the signals of running attempts, waits for them, and gives back the jobs of those that do not end in time. */
  stop(): Promise<void>;
}

/** Seconds between looks into the queue when no notification arrived: retries that are due, notifications that got lost. */
const POLLING_SECONDS = 5;
/** Time for running attempts to end. */
const STOP_MS = 30_000;

export function createWorkers(engine: JobEngine): Workers {
  const { boss, clock, onError } = engine;
  const stopping = new AbortController();
  const wakers = new Set<readonly [queue: string, waker: Waker]>();
  const working = new Set<Promise<void>>();
  const held = new Set<Claim>();

  const attempt = async (queue: string, job: JobWithMetadata, handler: JobHandler): Promise<void> => {
    const claim = holdClaim(engine, queue, job);
    held.add(claim);
    const signal = AbortSignal.any([stopping.signal, claim.lost]);
    const cause = await handler({ id: job.id, number: job.retryCount + 1, signal }).then(() => undefined, toError);
    // A job that cannot be told its end is given to somebody when no more is heard of this worker.
    await claim.settle(cause).catch(onError);
    held.delete(claim);
  };
  const work = async (queue: string, { sleep }: Waker, handler: JobHandler): Promise<void> => {
    while (!stopping.signal.aborted) {
      const [job] = await boss.fetch<object>(queue, { includeMetadata: true }).catch((cause: Error) => {
        onError(cause);
        return [];
      });
      if (job === undefined) await sleep(POLLING_SECONDS * 1000);
      else await attempt(queue, job, handler);
    }
  };
  const wake = (queue?: string): void => {
    for (const [its, waker] of wakers) if (queue === undefined || queue === its) waker.wake();
  };

  return {
    add(queue, handler) {
      const waker = createWaker(clock);
      wakers.add([queue, waker]);
      working.add(work(queue, waker, handler));
    },
    wake,
    async stop() {
      stopping.abort(new Error('The worker is stopping'));
      wake();
      const waiting = createWaker();
      void Promise.all(working).then(waiting.wake);
      await waiting.sleep(STOP_MS);
      for (const claim of held) await claim.settle(stopping.signal.reason as Error).catch(onError);
    },
  };
}

const toError = (cause: unknown): Error => (cause instanceof Error ? cause : new Error(String(cause)));
