/** Minutes before each run of an epoch; the last one stands for all that follow. */
const DELAYS_MINUTES = [1, 2, 5, 10, 20, 40, 60] as const;
/** Runs that one epoch may schedule. With the delays above it spans 7.3 hours. */
export const MAX_RUNS = 12;
/** An entry is not tried again sooner than this after its last attempt. */
export const GAP_MS = 60_000;
/** Between two sweeps. An epoch lives longer than that, so that a sweep mostly finds it at work. */
export const SWEEP_EVERY_MS = 6 * 3_600_000;

/** @param attempt which run of its epoch, from 1. @returns milliseconds to wait before it */
export function delayOf(attempt: number): number {
  const minutes = DELAYS_MINUTES[Math.min(attempt, DELAYS_MINUTES.length) - 1] ?? DELAYS_MINUTES[0];
  return minutes * 60_000;
}
