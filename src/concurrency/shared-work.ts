/** Work under way that everybody asking for the same key waits on together. */
export interface SharedWork<T> {
  /**
   * Joins the work of this key, or starts it. The caller's signal ends the caller's waiting; the work itself is
   * aborted when nobody waits any more.
   */
  run(key: string, signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

interface Underway<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  waiting: number;
  isJoined: boolean;
}

/** @param whenShared is given a result that several callers get, before any of them has it */
export function createSharedWork<T>(whenShared?: (result: T) => void): SharedWork<T> {
  const underway = new Map<string, Underway<T>>();

  function start(key: string, work: (signal: AbortSignal) => Promise<T>): Underway<T> {
    const controller = new AbortController();
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const entry: Underway<T> = { result: promise, controller, waiting: 0, isJoined: false };
    underway.set(key, entry);
    const forget = () => {
      if (underway.get(key) === entry) underway.delete(key);
    };
    // Forgotten before anybody has the result, so that nobody joins after it was told to be shared.
    const made = work(controller.signal).finally(forget);
    const told = made.then((result) => {
      if (entry.isJoined) whenShared?.(result);
    });
    told.then(() => resolve(made), reject);
    return entry;
  }

  return {
    async run(key, signal, work) {
      signal?.throwIfAborted();
      const joined = underway.get(key);
      const entry = joined ?? start(key, work);
      if (joined !== undefined) joined.isJoined = true;
      entry.waiting++;
      try {
        return await (signal === undefined ? entry.result : untilAborted(entry.result, signal));
      } finally {
        entry.waiting--;
        // What is done has been forgotten already, and has nothing to abort.
        if (entry.waiting === 0 && underway.get(key) === entry) {
          // At once, so that the next caller starts anew instead of joining work that is being given up.
          underway.delete(key);
          entry.controller.abort();
        }
      }
    },
  };
}

function untilAborted<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
