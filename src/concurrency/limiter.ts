/** Runs so much work at once; what does not fit waits in the order it came. */
export interface Limiter {
  /** @param weight how much of the whole the work takes: 1 unless told, and never more than all */
  run<T>(work: () => Promise<T>, signal?: AbortSignal, weight?: number): Promise<T>;
}

interface Waiting {
  readonly weight: number;
  readonly start: () => void;
}

/**
 * @param atOnce pieces of work at the same time, or the sum of their weights
 * @param refuse called when `waitingAtMost` wait already: gives the error for one more
 */
export function createLimiter(atOnce: number, waitingAtMost: number, refuse: () => Error): Limiter {
  const waiting = new Set<Waiting>();
  let running = 0;

  async function turn(weight: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (waiting.size === 0 && running + weight <= atOnce) {
      running += weight;
      return;
    }
    if (waiting.size >= waitingAtMost) throw refuse();
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        waiting.delete(entry);
        reject(signal?.reason);
        startWhatFits();
      };
      const entry = { weight, start };
      waiting.add(entry);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  /** In their order: what is small does not overtake what is large, which would wait for ever. */
  function startWhatFits(): void {
    for (const entry of waiting) {
      if (running + entry.weight > atOnce) return;
      waiting.delete(entry);
      running += entry.weight;
      entry.start();
    }
  }

  return {
    async run(work, signal, weight = 1) {
      const taken = Math.min(weight, atOnce);
      await turn(taken, signal);
      try {
        return await work();
      } finally {
        running -= taken;
        startWhatFits();
      }
    },
  };
}
