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
 * How many jobs of several queues run at the same time.
 *
 * @param running the queues of the jobs that run, one item a job
 * @returns the queues of which one more job may start now
 */
export type Places = (running: readonly string[]) => readonly string[];

/**
 * Those who take jobs in this process. Not the engine's own workers: what those say of a job (that they live, that it has ended or
 * failed) counts also when another process has it by then.
 */
export interface Workers {
  /** Takes jobs of some queues, as many at a time as the places admit. */
  add(queues: readonly string[], places: Places, handler: JobHandler): void;
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
  const wakers = new Set<readonly [queues: readonly string[], waker: Waker]>();
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
  const fetchFrom = async (queue: string): Promise<JobWithMetadata | undefined> => {
    const jobs = await boss.fetch<object>(queue, { includeMetadata: true }).catch((cause: Error) => {
      onError(cause);
      return [];
    });
    return jobs[0];
  };
  const work = async (
    queues: readonly string[],
    places: Places,
    { sleep, wake: rouse }: Waker,
    handler: JobHandler,
  ): Promise<void> => {
    const running = new Map<Promise<void>, string>();
    // The queue that was served longest ago comes first, so that a long queue delays no other.
    let order = [...queues];
    const startNext = async (): Promise<boolean> => {
      const open = places([...running.values()]);
      for (const queue of order.filter((each) => open.includes(each))) {
        const job = await fetchFrom(queue);
        if (job === undefined) continue;
        order = [...order.filter((each) => each !== queue), queue];
        const done = attempt(queue, job, handler).finally(() => {
          running.delete(done);
          rouse();
        });
        running.set(done, queue);
        return true;
      }
      return false;
    };
    while (!stopping.signal.aborted) if (!(await startNext())) await sleep(POLLING_SECONDS * 1000);
    await Promise.all(running.keys());
  };
  const wake = (queue?: string): void => {
    for (const [its, waker] of wakers) if (queue === undefined || its.includes(queue)) waker.wake();
  };

  return {
    add(queues, places, handler) {
      const waker = createWaker(clock);
      wakers.add([queues, waker]);
      working.add(work(queues, places, waker, handler));
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
