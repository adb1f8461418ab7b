import { setTimeout as pause } from 'node:timers/promises';
import { type Engine, EngineError } from '../../engine/index.ts';

/** Milliseconds between two tries: a call in the queue takes some tens of them, and a thousand are before it. */
const PAUSE_MS = 1000;

/**
 * An engine whose calls wait while its queue is full, for a build that has made something already: an attempt that began anew
 * would make it again.
 *
 * @param signal ends the wait as well
 */
export function patient(engine: Engine, signal: AbortSignal): Engine {
  const call: Engine['call'] = (operation, input, options) =>
    whenFree(() => engine.call(operation, input, options), signal);
  return { ...engine, call };
}

async function whenFree<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (cause) {
      if (!(cause instanceof EngineError) || cause.code !== 'busy') throw cause;
    }
    await pause(PAUSE_MS, undefined, { signal });
  }
}
