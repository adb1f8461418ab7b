import { setTimeout as sleep } from 'node:timers/promises';
import { OutboundError } from './outbound-error.ts';

export interface RetryLimits {
  /** Tries after the first one that bring nothing. */
  readonly retries: number;
  /** Milliseconds before the first of them; each further one waits twice as long. */
  readonly firstDelayMs: number;
}

/** 0.5, 1, 2, 4 and 8 s: a restart of the other service is waited for, one that is gone is not. */
export const RETRY_LIMITS: RetryLimits = { retries: 5, firstDelayMs: 500 };
/** Longest pause another service may ask for. */
const MAX_PAUSE_MS = 60_000;
/** A try that brought this many bytes was worth it: the count begins anew. */
const WORTHWHILE_BYTES = 1024 * 1024;

/** The tries of one piece of work. */
export interface Retries {
  /** Tries after the first one so far. */
  readonly count: number;
  /** Told of bytes that arrived. */
  progressed(bytes: number): void;
  /** Waits before the next try. @throws `cause` when it is not worth one */
  pause(cause: unknown, signal: AbortSignal): Promise<void>;
}

export function createRetries({ retries, firstDelayMs }: RetryLimits): Retries {
  let count = 0;
  let inRow = 0;
  let bytes = 0;
  return {
    get count() {
      return count;
    },

    progressed(more) {
      bytes += more;
      if (bytes >= WORTHWHILE_BYTES) [bytes, inRow] = [0, 0];
    },

    async pause(cause, signal) {
      if (signal.aborted || !isPassing(cause) || inRow >= retries) throw cause;
      const asked = cause instanceof OutboundError ? cause.retryAfterMs : undefined;
      const delay = asked === undefined ? firstDelayMs * 2 ** inRow : Math.min(asked, MAX_PAUSE_MS);
      [count, inRow, bytes] = [count + 1, inRow + 1, 0];
      await sleep(delay, undefined, { signal });
    },
  };
}

/** Also what this service is too busy for, the engine's queue being full. */
function isPassing(cause: unknown): boolean {
  if (cause instanceof OutboundError) return cause.fault === 'passing';
  return cause instanceof Error && (cause as { code?: unknown }).code === 'busy';
}
