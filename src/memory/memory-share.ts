import { createLimiter, type Place } from '../concurrency/index.ts';

/** Why memory was not given: all of it is in use, or the work can never have as much. */
export type MemoryErrorCode = 'busy' | 'too-large';

/** Work that gets no memory. The message is for the caller. */
export class MemoryError extends Error {
  override readonly name = 'MemoryError';
  readonly code: MemoryErrorCode;

  constructor(code: MemoryErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Memory that a piece of work has, until it releases it. */
export type MemoryClaim = Place;

/** A bounded amount of memory for one kind of work. Work takes what it needs before it starts, in order of arrival. */
export interface MemoryShare {
  readonly maxBytes: number;
  /**
   * Work that holds a claim must not wait for another one: two such pieces of work could wait for each other.
   *
   * @throws MemoryError `too-large` for more than the whole share; `busy` when too much work waits already, or for too long
   */
  take(bytes: number, signal?: AbortSignal): Promise<MemoryClaim>;
  /** Runs work that holds memory until it ends. @throws as `take` */
  run<T>(bytes: number, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  load(): MemoryLoad;
}

export interface MemoryLoad {
  readonly maxBytes: number;
  readonly reservedBytes: number;
  /** Pieces of work that wait for memory. */
  readonly waiting: number;
}

export interface MemoryShareOptions {
  readonly maxBytes: number;
  /** Pieces of work that may wait; one more is refused. */
  readonly waiting: number;
  /** Longest time that work waits. */
  readonly waitMs: number;
  /** Texts for callers, in full sentences. */
  readonly texts: {
    readonly busy: string;
    /** @param needed, most memory in words: `58 MB` */
    readonly tooLarge: (needed: string, most: string) => string;
  };
}

export function createMemoryShare({ maxBytes, waiting, waitMs, texts }: MemoryShareOptions): MemoryShare {
  const busy = (): MemoryError => new MemoryError('busy', texts.busy);
  const limiter = createLimiter(maxBytes, waiting, busy);

  async function take(bytes: number, signal?: AbortSignal): Promise<MemoryClaim> {
    if (bytes > maxBytes) throw new MemoryError('too-large', texts.tooLarge(spelled(bytes), spelled(maxBytes)));
    signal?.throwIfAborted();
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(busy()), waitMs);
    const leave = (): void => patience.abort(signal?.reason);
    signal?.addEventListener('abort', leave, { once: true });
    try {
      return await limiter.take(patience.signal, bytes);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
    }
  }

  return {
    maxBytes,
    take,
    async run(bytes, work, signal) {
      const claim = await take(bytes, signal);
      try {
        return await work();
      } finally {
        claim.release();
      }
    },
    load() {
      const { taken, waiting: queued } = limiter.load();
      return { maxBytes, reservedBytes: taken, waiting: queued };
    },
  };
}

const spelled = (bytes: number): string => `${Math.ceil(bytes / 2 ** 20)} MB`;
