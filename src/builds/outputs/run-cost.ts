import type { RunResult } from '../../engine/index.ts';

/** What a program took, for the log of a build. */
export const runCost = ({ durationMs, peakBytes }: RunResult): string =>
  `${(durationMs / 1000).toFixed(1)} s, ${Math.round(peakBytes / 2 ** 20)} MB at most.`;
