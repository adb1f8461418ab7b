import { setImmediate as turn } from 'node:timers/promises';

/** How long others wait while a long document is written: what nobody notices. */
const TURN_MS = 10;

/** For work that grows with a dataset: called between its steps, it gives everybody else a turn every few milliseconds. */
export function createTurns(): () => Promise<void> {
  let end = performance.now() + TURN_MS;
  return async () => {
    if (performance.now() < end) return;
    await turn();
    end = performance.now() + TURN_MS;
  };
}
