import { createHolders, type Held } from './holders.ts';
import type { LeastProgress, MemoryClient } from './memory-client.ts';
import { MemoryError } from './memory-error.ts';

/** Memory that a piece of work has, until it releases it. */
export interface MemoryClaim {
  /** Gives back what the work no longer needs. A claim never grows, as that would have to wait. */
  shrink(bytes: number): void;
  /** Ends the work of a claim that was taken with `working`: these bytes are left, and the client holds them from now on. */
  handOver(bytes: number): void;
  /** Gives everything back; further calls do nothing. */
  release(): void;
}

export interface MemoryRequest {
  readonly signal?: AbortSignal;
  /** Absent: work of the service itself. */
  readonly client?: MemoryClient;
  /** The memory is for work whose time does not depend on the client, until `handOver`. */
  readonly working?: boolean;
}

/**
 * A bounded amount of memory for one kind of work. Work takes what it needs before it starts, in order of arrival.
 *
 * Clients can hold memory for as long as they like, so they hold a part of it at most: one subject a quarter, all anonymous
 * ones together half. A subject that holds nothing may have one claim of any size. Work that waits for its subject's part is
 * passed by work of others. While work waits, clients that make no progress are cut off, as many as it needs.
 */
export interface MemoryShare {
  readonly maxBytes: number;
  /**
   * Work that holds a claim must not wait for another one: two such pieces of work could wait for each other.
   *
   * @throws MemoryError `too-large` for more than the whole share; `busy` when too much work waits already, or for too long
   */
  take(bytes: number, request?: MemoryRequest): Promise<MemoryClaim>;
  /** Runs work that holds memory until it ends. @throws as `take` */
  run<T>(bytes: number, work: () => Promise<T>, request?: MemoryRequest): Promise<T>;
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
  /** Pieces of work that may wait; one more is refused. The parts of clients are the same as those of the memory. */
  readonly waiting: number;
  /** Longest time that work waits. */
  readonly waitMs: number;
  /** Progress without which a client is cut off while work waits. */
  readonly progress: LeastProgress;
  /** Texts for callers, in full sentences. */
  readonly texts: {
    readonly busy: string;
    /** @param needed, most memory in words: `58 MB` */
    readonly tooLarge: (needed: string, most: string) => string;
  };
}

interface Waiting {
  readonly bytes: number;
  readonly client: MemoryClient | undefined;
  readonly working: boolean;
  readonly start: (claim: MemoryClaim) => void;
}

/** What has no room for a piece of work. */
type Full = 'subject' | 'anonymous' | 'share';

/** Part of one subject: to fill a share takes two people who signed in, and two networks or more people. */
const SUBJECT_PART = 1 / 4;
/** Part of all anonymous clients together: many addresses take nothing from callers who signed in. */
const ANONYMOUS_PART = 1 / 2;

export function createMemoryShare(options: MemoryShareOptions): MemoryShare {
  const { maxBytes, waitMs, texts } = options;
  const busy = (): MemoryError => new MemoryError('busy', texts.busy);
  const waiting = new Set<Waiting>();
  let reserved = 0;
  const holders = createHolders(options.progress, cutOffForWaiting);

  function fullFor({ bytes, client, working }: Waiting): Full | undefined {
    if (client !== undefined) {
      const more = working ? 0 : bytes;
      const own = holders.bytesOf(client.subject);
      if (own > 0 && own + more > maxBytes * SUBJECT_PART) return 'subject';
      const anonymous = client.isAnonymous ? holders.anonymousBytes() : 0;
      if (anonymous > 0 && anonymous + more > maxBytes * ANONYMOUS_PART) return 'anonymous';
    }
    return reserved + bytes > maxBytes ? 'share' : undefined;
  }

  /** Starts waiting work in order: small work does not overtake large work, which would wait for ever. */
  function startWhatFits(): void {
    const fullSubjects = new Set<string>();
    let isAnonymousFull = false;
    for (const entry of waiting) {
      const { client } = entry;
      if (client && (fullSubjects.has(client.subject) || (client.isAnonymous && isAnonymousFull))) continue;
      const full = fullFor(entry);
      if (full === 'share') return;
      if (full === 'anonymous') isAnonymousFull = true;
      else if (full === 'subject') fullSubjects.add(client!.subject);
      else {
        waiting.delete(entry);
        entry.start(claimOf(entry));
      }
    }
  }

  function claimOf({ bytes, client, working }: Waiting): MemoryClaim {
    reserved += bytes;
    let left = bytes;
    let held: Held | undefined;
    const shrink = (to: number): void => {
      if (to >= left) return;
      reserved -= left - to;
      left = to;
      held?.shrink(to);
      startWhatFits();
    };
    const release = (): void => shrink(0);
    const hold = (): void => {
      if (client !== undefined && left > 0) held ??= holders.add(client, left, release);
    };
    if (!working) hold();
    return {
      shrink,
      release,
      handOver(to) {
        // Before the rest can start other work of the same client.
        hold();
        shrink(to);
      },
    };
  }

  /** Cuts off clients without progress, the longest first, until no waiting work can start by that. */
  function cutOffForWaiting(silent: readonly Held[]): void {
    const left = new Set(silent);
    for (const entry of Array.from(waiting))
      for (const held of left) {
        if (!waiting.has(entry)) break;
        if (!helps(entry, held.client)) continue;
        left.delete(held);
        held.cutOff();
      }
  }

  function helps(entry: Waiting, { subject, isAnonymous }: MemoryClient): boolean {
    const full = fullFor(entry);
    if (full === 'subject') return subject === entry.client!.subject;
    return full === 'anonymous' ? isAnonymous : full === 'share';
  }

  /** Whether more work waits than may: in all, of its subject, of anonymous clients. */
  function isCrowded({ client }: Waiting): boolean {
    if (waiting.size > options.waiting) return true;
    if (client === undefined) return false;
    const count = (isCounted: (other: MemoryClient) => boolean): number =>
      [...waiting].filter((entry) => entry.client !== undefined && isCounted(entry.client)).length;
    return (
      count(({ subject }) => subject === client.subject) > options.waiting * SUBJECT_PART ||
      (client.isAnonymous && count(({ isAnonymous }) => isAnonymous) > options.waiting * ANONYMOUS_PART)
    );
  }

  async function take(bytes: number, { signal, client, working = false }: MemoryRequest = {}): Promise<MemoryClaim> {
    if (bytes > maxBytes) throw new MemoryError('too-large', texts.tooLarge(spelled(bytes), spelled(maxBytes)));
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<MemoryClaim>();
    const entry = { bytes, client, working, start: resolve };
    waiting.add(entry);
    startWhatFits();
    if (!waiting.has(entry)) return promise;
    const leave = (cause: unknown): void => {
      if (!waiting.delete(entry)) return;
      reject(cause as Error);
      startWhatFits();
    };
    if (isCrowded(entry)) leave(busy());
    const timer = setTimeout(() => leave(busy()), waitMs);
    const abort = (): void => leave(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }

  return {
    maxBytes,
    take,
    async run(bytes, work, request) {
      const claim = await take(bytes, request);
      try {
        return await work();
      } finally {
        claim.release();
      }
    },
    load: () => ({ maxBytes, reservedBytes: reserved, waiting: waiting.size }),
  };
}

const spelled = (bytes: number): string => `${Math.ceil(bytes / 2 ** 20)} MB`;
