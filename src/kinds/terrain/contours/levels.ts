import type { ContourLevels } from './request.ts';

/** Numbered heights, rising with their number. */
export interface Levels {
  at(index: number): number;
  /** Number of the first level above a height. */
  after(height: number): number;
}

export function createLevels(levels: ContourLevels): Levels {
  if ('interval' in levels) {
    const { interval, base } = levels;
    return { at: (index) => base + index * interval, after: (height) => firstAfter(height, base, interval) };
  }
  const sorted = [...new Set(levels)].sort((one, other) => one - other);
  return {
    at: (index) => sorted[index] ?? Infinity,
    after(height) {
      const index = sorted.findIndex((level) => level > height);
      return index < 0 ? sorted.length : index;
    },
  };
}

/** A quotient that is rounded may be one off. */
function firstAfter(height: number, base: number, interval: number): number {
  const index = Math.floor((height - base) / interval);
  if (base + index * interval > height) return index;
  return base + (index + 1) * interval > height ? index + 1 : index + 2;
}
