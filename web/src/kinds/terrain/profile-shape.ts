import { LOCALE } from '../../languages/language.ts';

/** A place of a profile: metres along the line, and the height there; null where there is none. */
export type Sample = readonly [distance: number, height: number | null];

/** A profile to be drawn: places are shares of the picture's width and height, from its upper left corner. */
export type ProfileShape = {
  /** SVG paths in a square of 100, one for each stretch between gaps. */
  readonly paths: readonly string[];
  readonly distances: readonly Tick[];
  readonly heights: readonly Tick[];
  readonly length: number;
  readonly lowest: number;
  readonly highest: number;
};

/** A value beside an axis. */
export type Tick = { readonly at: number; readonly label: string };

/** Side of the square that paths are in. */
const SIDE = 100;

/** @returns undefined where there is no height, or it is no profile */
export function profileShape(given: unknown): ProfileShape | undefined {
  if (!Array.isArray(given) || !given.every(isSample)) return undefined;
  const heights = given.flatMap(([, height]) => height ?? []);
  const length = given.at(-1)?.[0] ?? 0;
  if (heights.length < 2 || length <= 0) return undefined;
  const [lowest, highest] = [Math.min(...heights), Math.max(...heights)];
  const scale = ticksOf(lowest, highest, 4);
  const [bottom, top] = [Math.min(lowest, scale[0]!), Math.max(highest, scale.at(-1)!)];
  const x = (distance: number): number => distance / length;
  const y = (height: number): number => 1 - (height - bottom) / (top - bottom);
  return {
    paths: stretchesOf(given).map((stretch) => pathOf(stretch.map(([distance, height]) => [x(distance), y(height)]))),
    distances: labelled(
      ticksOf(0, length, 4).filter((value) => value <= length),
      x,
    ),
    heights: labelled(scale, y),
    length,
    lowest,
    highest,
  };
}

const isSample = (item: unknown): item is Sample =>
  Array.isArray(item) && typeof item[0] === 'number' && (typeof item[1] === 'number' || item[1] === null);

/** Neighbours that have heights. */
function stretchesOf(samples: readonly Sample[]): readonly (readonly [number, number])[][] {
  const stretches: [number, number][][] = [[]];
  for (const [distance, height] of samples)
    if (height === null) stretches.push([]);
    else stretches.at(-1)!.push([distance, height]);
  return stretches.filter((stretch) => stretch.length > 0);
}

/** A single place is a line without length, of which the round end is seen. */
function pathOf(places: readonly (readonly [number, number])[]): string {
  const points = places.map(([x, y]) => `${(SIDE * x).toFixed(2)} ${(SIDE * y).toFixed(2)}`);
  return `M${points.join('L')}${points.length === 1 ? 'h0' : ''}`;
}

/**
 * Round values from at most the least to at least the greatest, a step of 1, 2 or 5 times a power of ten apart.
 *
 * @param wanted about how many steps
 */
export function ticksOf(least: number, greatest: number, wanted: number): readonly number[] {
  // What is level has a scale, too.
  const range = Math.max(greatest - least, 0.01);
  const power = 10 ** Math.floor(Math.log10(range / wanted));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((it) => range / it <= wanted + 1e-9) ?? 10 * power;
  const [first, last] = [Math.floor(least / step + 1e-9), Math.ceil(greatest / step - 1e-9)];
  // Multiples by division where the step is a fraction: 3 / 10 is 0.3, 3 * 0.1 is not.
  const value = (index: number): number => (step < 1 ? index / Math.round(1 / step) : index * step);
  return Array.from({ length: Math.max(last, first + 1) - first + 1 }, (_, index) => value(first + index));
}

const LABEL = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 3 });

const labelled = (values: readonly number[], placeOf: (value: number) => number): readonly Tick[] =>
  values.map((value) => ({ at: placeOf(value), label: LABEL.format(value) }));
