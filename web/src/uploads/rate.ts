/** How far back the speed looks: long enough to be calm, short enough to notice a change. */
const WINDOW_MS = 5000;

type Sample = { readonly at: number; readonly bytes: number };

export type RateMeter = {
  /** Adds bytes that went out at a time in ms. */
  readonly add: (at: number, bytes: number) => void;
  /** Bytes per second over the last seconds; null until there is half a second to look at. */
  readonly rate: (now: number) => number | null;
  readonly reset: () => void;
};

/** Measures the speed of all transfers together over a sliding window. */
export function createRateMeter(): RateMeter {
  let samples: readonly Sample[] = [];
  let startedAt: number | null = null;
  return {
    add: (at, bytes) => {
      startedAt ??= at;
      samples = [...samples.filter((sample) => at - sample.at < WINDOW_MS), { at, bytes }];
    },
    rate: (now) => {
      if (startedAt === null) return null;
      const span = Math.min(now - startedAt, WINDOW_MS);
      if (span < 500) return null;
      const bytes = samples.reduce((sum, sample) => (now - sample.at < WINDOW_MS ? sum + sample.bytes : sum), 0);
      return (bytes * 1000) / span;
    },
    reset: () => {
      samples = [];
      startedAt = null;
    },
  };
}
