/** Tells a program that works in silence from one that hangs, by the processor time its processes use. */
export interface SignOfLife {
  /** It was heard: what it has used until now counts no more. */
  seen(): void;
  /** @param cpuMs processor time of its tree until now; whether it used enough since the last sign of life */
  isOne(cpuMs: number): boolean;
}

/**
 * A hundredth of one processor over the idle time: 36 seconds of an hour. What waits for a lock, a disk or a network that
 * never answers uses less; what computes uses that much in no time. A program that spins is ended by its total time.
 */
const SHARE = 0.01;
/** What the kernel counts in. */
const LEAST_MS = 10;

export function createSignOfLife(idleTimeoutMs: number): SignOfLife {
  const enough = Math.max(LEAST_MS, idleTimeoutMs * SHARE);
  let last = 0;
  let used = 0;
  return {
    seen() {
      used = 0;
    },
    isOne(cpuMs) {
      // It falls when a process ends whose parent did not wait for it.
      used += Math.max(0, cpuMs - last);
      last = cpuMs;
      if (used < enough) return false;
      used = 0;
      return true;
    },
  };
}
