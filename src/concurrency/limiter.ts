/** Limits what runs at once. Work that does not fit waits in order of arrival. */
export interface Limiter {
  /** Runs work in a place of its own. @param weight share of the whole that the work takes, at most all of it; 1 by default */
  run<T>(work: () => Promise<T>, signal?: AbortSignal, weight?: number): Promise<T>;
  /** Takes a place, for work that outlives the call. The caller releases it. */
  take(signal?: AbortSignal, weight?: number): Promise<Place>;
  load(): LimiterLoad;
}

/** A place that is taken. */
export interface Place {
  /** Gives back what the work no longer needs; a place never grows, as that would have to wait. */
  shrink(weight: number): void;
  /** Gives the place back; further calls do nothing. */
  release(): void;
}

export interface LimiterLoad {
  /** Sum of the weights of all places. */
  readonly taken: number;
  /** Work that waits for a place. */
  readonly waiting: number;
}

interface Waiting {
  readonly weight: number;
  readonly start: () => void;
}

/**
 * @param atOnce pieces of work at the same time, or the sum of their weights
 * @param refuse called when `waitingAtMost` wait already: makes the error for one more
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

  /** Starts waiting work in order: small work does not overtake large work, which would wait for ever. */
  function startWhatFits(): void {
    for (const entry of waiting) {
      if (running + entry.weight > atOnce) return;
      waiting.delete(entry);
      running += entry.weight;
      entry.start();
    }
  }

  async function take(signal?: AbortSignal, weight = 1): Promise<Place> {
    let taken = Math.min(weight, atOnce);
    await turn(taken, signal);
    const shrink = (to: number): void => {
      if (to >= taken) return;
      running -= taken - to;
      taken = to;
      startWhatFits();
    };
    return { shrink, release: () => shrink(0) };
  }

  return {
    take,
    async run(work, signal, weight) {
      const place = await take(signal, weight);
      try {
        return await work();
      } finally {
        place.release();
      }
    },
    load: () => ({ taken: running, waiting: waiting.size }),
  };
}
