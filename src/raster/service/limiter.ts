/** Runs at most so many pieces of work at once; the others wait in the order they came. */
export interface Limiter {
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/**
 * @param atOnce pieces of work at the same time
 * @param refuse called when `waitingAtMost` wait already: gives the error for one more
 */
export function createLimiter(atOnce: number, waitingAtMost: number, refuse: () => Error): Limiter {
  const waiting = new Set<() => void>();
  let running = 0;

  async function turn(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (running < atOnce) {
      running++;
      return;
    }
    if (waiting.size >= waitingAtMost) throw refuse();
    // Whoever finishes hands its place over, so `running` does not change here.
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        waiting.delete(start);
        reject(signal?.reason);
      };
      waiting.add(start);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  function next(): void {
    const [start] = waiting;
    if (start === undefined) {
      running--;
      return;
    }
    waiting.delete(start);
    start();
  }

  return {
    async run(work, signal) {
      await turn(signal);
      try {
        return await work();
      } finally {
        next();
      }
    },
  };
}
