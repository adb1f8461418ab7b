import { isPassing } from './api-error.ts';
import { send } from './http.ts';

/** Pauses before the service is asked for once more; the last one as long as it takes, be it a night. */
const PAUSES_MS = [1000, 2000, 5000, 10_000, 20_000, 30_000];

/** An answer that takes longer than this is none: the line may swallow what is sent. */
const ASK_MS = 20_000;

/** What is asked for, to see whether anything comes. */
type Asked = { readonly address: string; readonly method: 'GET' | 'HEAD' };
const FEATURES: Asked = { address: '/sys/features', method: 'GET' };

/** Resolves when the service answers again, or when `signal` says that nobody waits any more. Never rejects. */
export async function untilAnswered(signal: AbortSignal): Promise<void> {
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    await pause(PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)] ?? 0, signal);
    if (!signal.aborted && (await answers(FEATURES, [signal]))) return;
  }
}

/** Whether the service answers now. */
export async function answers({ address, method }: Asked, signals: readonly AbortSignal[] = []): Promise<boolean> {
  try {
    const { status } = await send(address, {
      method,
      cache: 'no-store',
      signal: AbortSignal.any([...signals, AbortSignal.timeout(ASK_MS)]),
    });
    return !isPassing(status);
  } catch {
    return false;
  }
}

/** Ends early when the browser has a network again, which it cannot say of the service. */
const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const ended = new AbortController();
    const end = (): void => {
      clearTimeout(timer);
      ended.abort();
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    globalThis.addEventListener('online', end, { signal: ended.signal });
    signal.addEventListener('abort', end, { signal: ended.signal });
  });
