import type { ChangeAnswer } from './request.ts';

/** What differences of heights are in all. */
export interface ChangeSums {
  /** @param difference metres. @param area of its pixel on the ground, in square metres */
  add(difference: number, area: number): void;
  /** Null when nothing was added. */
  answer(): Omit<ChangeAnswer, 'measure'> | null;
}

/** @param threshold metres; what is not more does not count as changed */
export function createChangeSums(threshold: number): ChangeSums {
  let [pixels, area, min, max] = [0, 0, Infinity, -Infinity];
  // By B. P. Welford (1962): no digits are lost where the mean is large beside the deviation.
  let [mean, squares] = [0, 0];
  const raised = { area: 0, volume: 0 };
  const lowered = { area: 0, volume: 0 };
  return {
    add(difference, pixelArea) {
      pixels += 1;
      area += pixelArea;
      [min, max] = [Math.min(min, difference), Math.max(max, difference)];
      const off = difference - mean;
      mean += off / pixels;
      squares += off * (difference - mean);
      if (Math.abs(difference) <= threshold) return;
      const side = difference > 0 ? raised : lowered;
      side.area += pixelArea;
      side.volume += pixelArea * Math.abs(difference);
    },
    answer() {
      if (pixels === 0) return null;
      const variance = squares / pixels;
      return {
        pixels,
        area,
        min,
        max,
        mean,
        deviation: Math.sqrt(variance),
        rootMeanSquare: Math.sqrt(variance + mean * mean),
        threshold,
        raised,
        lowered,
        net: raised.volume - lowered.volume,
      };
    },
  };
}
