import { ApiError } from './api-error.ts';

/** A service that starts again is back after some seconds. */
const PAUSES_MS = [500, 2000, 5000];
const TOO_MANY_REQUESTS = 429;

/** Asks again after a lost connection and after errors of the service; other errors are thrown at once. */
export async function withRetries<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (const pause of PAUSES_MS) {
    try {
      return await ask();
    } catch (error) {
      if (signal.aborted || !mayPass(error)) throw error;
      await waitFor(pause, signal);
    }
  }
  return ask();
}

const mayPass = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === TOO_MANY_REQUESTS || error.status >= 500);

const waitFor = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((done, failed) => {
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      failed(signal.reason);
    });
  });
