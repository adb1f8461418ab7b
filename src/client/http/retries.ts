import { setTimeout as sleep } from 'node:timers/promises';
import { ServerError, UnreachableError } from './server-error.ts';

/** Attempts of one request: with the waits between them about half a minute, a restart of the service. */
const MAX_ATTEMPTS = 7;
const FIRST_WAIT_MS = 400;
/** Longest wait that a server may ask for: who sits before a terminal rather asks again himself. */
const MAX_WAIT_MS = 60_000;
/** Too many at once, and what a proxy says of a service that is starting. */
const PASSING = new Set([429, 502, 503, 504]);

/** Whether a fault may be gone when the same is asked again. */
export function mayPass(fault: unknown, attempts: number): boolean {
  if (attempts >= MAX_ATTEMPTS) return false;
  if (fault instanceof UnreachableError) return true;
  return fault instanceof ServerError && !fault.noRetry && PASSING.has(fault.status);
}

/** A wait before something is tried again. */
export interface Wait {
  /** What is tried: a file, or the server itself. */
  readonly what: string;
  readonly ms: number;
  /** Number of the next attempt, and of the last one that there will be unless something moves. */
  readonly next: number;
  readonly most: number;
  /** Why the last one came to nothing. */
  readonly why: string;
}

/** Told of each wait before it begins. */
export type OnWait = (wait: Wait) => void;

/** A file of which an earlier process sent some. */
export interface Continued {
  /** Its path in the dataset. */
  readonly what: string;
  /** Bytes that are over already, and bytes of all of it. */
  readonly done: number;
  readonly size: number;
}

/** Told of what is gone on with. */
export type OnContinue = (continued: Continued) => void;

/** Attempts that failed. */
export interface Attempts extends Pick<Wait, 'what'> {
  readonly done: number;
  /** Default: that of one request. */
  readonly most?: number;
  /** Fault of the last attempt. */
  readonly fault: unknown;
  readonly onWait: OnWait;
}

/**
 * Waits before the next attempt: twice as long each time, or as long as the server asks.
 *
 * @throws the signal's reason
 */
export async function waitBeforeAttempt(
  { what, done, most = MAX_ATTEMPTS, fault, onWait }: Attempts,
  signal: AbortSignal,
): Promise<void> {
  const ms = waitOf(done, fault);
  onWait({ what, ms, most, next: done + 1, why: fault instanceof Error ? fault.message : String(fault) });
  await sleep(ms, undefined, { signal }).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw cause;
  });
}

/** Milliseconds to wait. */
export function waitOf(attempts: number, fault: unknown): number {
  // Programs that were cut off together do not come back together.
  const doubled = FIRST_WAIT_MS * 2 ** (attempts - 1) * (0.75 + Math.random() / 2);
  const asked = fault instanceof ServerError ? (fault.retryAfter ?? 0) * 1000 : 0;
  return Math.min(MAX_WAIT_MS, asked > 0 ? asked : doubled);
}
