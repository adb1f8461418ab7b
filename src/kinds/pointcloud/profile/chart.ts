/** Where things lie in the picture of a profile, in pixels. */
export interface Chart {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Column of a distance, and row of a height. */
  x(distance: number): number;
  y(height: number): number;
  readonly distances: readonly number[];
  readonly heights: readonly number[];
  /** By how much heights are larger than distances. */
  readonly exaggeration: number;
}

/** A picture that is twice as wide as high would count as a panorama. */
export const PICTURE = { width: 1600, height: 900 } as const;
const [LEFT, TOP, RIGHT, BOTTOM] = [90, 60, 30, 110] as const;
/** Labels along each side, about. */
const [LABELS_ACROSS, LABELS_UP] = [10, 7] as const;
/** Space below the lowest and above the highest point, as a share of their difference. */
const MARGIN = 0.05;
/** Metres that a flat profile shows at least. */
const LEAST_HEIGHT = 1;

/** @param length of the line. @param low, high heights of points */
export function chartOf(length: number, low: number, high: number): Chart {
  const [width, height] = [PICTURE.width - LEFT - RIGHT, PICTURE.height - TOP - BOTTOM];
  const range = Math.max(high - low, LEAST_HEIGHT);
  const bottom = (low + high) / 2 - range * (0.5 + MARGIN);
  const shown = range * (1 + 2 * MARGIN);
  return {
    left: LEFT,
    top: TOP,
    width,
    height,
    x: (distance) => LEFT + (distance / length) * width,
    y: (value) => TOP + height - ((value - bottom) / shown) * height,
    distances: ticks(0, length, LABELS_ACROSS),
    heights: ticks(bottom, bottom + shown, LABELS_UP),
    exaggeration: height / shown / (width / length),
  };
}

/** Round numbers between two, as many as wanted or some more. */
export function ticks(low: number, high: number, wanted: number): readonly number[] {
  const rough = (high - low) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? rough;
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.floor(high / step + 1e-9) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}
