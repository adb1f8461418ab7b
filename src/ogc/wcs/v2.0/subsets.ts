import { failOgc, quoteInput } from '../../ogc-error.ts';
import { dimensionOf } from '../axes.ts';
import { readNumber } from '../numbers.ts';

/** What is wanted of an axis; without bounds where the client wrote `*`. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** By direction; undefined: all of it. */
export type Subsets = Readonly<Partial<Record<'x' | 'y', Interval>>>;

const SUBSET = /^([^(),]{1,200})\(([^()]{0,200})\)$/;

/**
 * Reads `E(1,2)` (a trim) and `N(3)` (a slice), one for each axis, in any order.
 *
 * @throws InvalidAxisLabel for an axis there is none of, or that is given twice; InvalidSubsetting
 */
export function readSubsets(values: readonly string[], labels: readonly string[]): Subsets {
  const subsets: Partial<Record<'x' | 'y', Interval>> = {};
  for (const value of values) {
    const [, label = '', bounds = ''] = SUBSET.exec(value.trim()) ?? [];
    const dimension = dimensionOf(label);
    if (dimension === undefined)
      throw failOgc(
        'InvalidAxisLabel',
        `${quoteInput(value)} names no axis: they are ${labels.join(' and ')}.`,
        'subset',
      );
    if (subsets[dimension] !== undefined)
      throw failOgc('InvalidAxisLabel', `The axis ${quoteInput(label)} is given twice.`, 'subset');
    subsets[dimension] = readInterval(bounds, value);
  }
  return subsets;
}

function readInterval(text: string, whole: string): Interval {
  const bounds = text.split(',').map((bound) => bound.trim());
  const [low, high] = bounds.map((bound, at) =>
    bound === '*' ? (at === 0 ? -Infinity : Infinity) : readNumber(bound),
  );
  const isSlice = bounds.length === 1;
  if (
    bounds.length > 2 ||
    low === undefined ||
    Number.isNaN(low) ||
    Number.isNaN(high) ||
    (isSlice && !Number.isFinite(low))
  )
    throw failOgc(
      'InvalidSubsetting',
      `${quoteInput(whole)} is not of the form axis(low,high) or axis(point).`,
      'subset',
    );
  const interval = { low, high: isSlice ? low : (high ?? NaN) };
  if (interval.low > interval.high)
    throw failOgc('InvalidSubsetting', `In ${quoteInput(whole)} the lower bound is above the upper one.`, 'subset');
  return interval;
}
