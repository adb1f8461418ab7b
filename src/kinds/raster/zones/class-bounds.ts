import type { Division } from './request.ts';

/** Digits of the range that bounds keep: enough to tell classes apart, and short enough to read. */
const DIGITS = 5;
/** Natural breaks are sought among so many places: the search takes the square of it. */
const BINS = 256;

/**
 * Where classes begin and end, rising from the least to the greatest value: one more than there are classes. There are fewer
 * classes than asked for where values repeat so often that some would be empty.
 *
 * @param sorted at least one value
 */
export function classBounds(sorted: Float64Array, division: Division): readonly number[] {
  const [least, most] = [sorted[0]!, sorted.at(-1)!];
  const [low, high] = ('range' in division ? division.range : null) ?? [least, most];
  const [bottom, top] = [Math.min(low, least), Math.max(high, most)];
  const step = stepOf(top - bottom);
  const inner = (division.method === 'breaks' ? division.breaks : innerBounds(sorted, division, [low, high]))
    .map((value) => (division.method === 'breaks' ? value : Math.round(value / step) * step))
    .map(tidy);
  const ends = [tidy(Math.floor(bottom / step) * step), tidy(Math.ceil(top / step) * step)] as const;
  const between = [...new Set(inner)].filter((value) => value > ends[0] && value < ends[1]);
  return [ends[0], ...between, ends[1]];
}

/** The class of a value, from 1: that which begins at it or below, and ends above it; the last one holds its end. */
export function classOf(value: number, bounds: readonly number[]): number {
  let found = 1;
  while (found < bounds.length - 1 && value >= bounds[found]!) found += 1;
  return found;
}

/** A power of ten that is a hundred thousandth of a range, or less. */
const stepOf = (range: number): number => 10 ** (Math.floor(Math.log10(range > 0 ? range : 1)) - DIGITS);

/** Without what is left of a sum in the last digits. */
const tidy = (value: number): number => Number(value.toPrecision(12)) + 0;

function innerBounds(
  sorted: Float64Array,
  { method, classes }: Exclude<Division, { readonly method: 'breaks' }>,
  [low, high]: readonly [number, number],
): readonly number[] {
  const shares = Array.from({ length: classes - 1 }, (_, at) => (at + 1) / classes);
  if (method === 'equal') return shares.map((share) => low + (high - low) * share);
  const inside = sorted.subarray(firstFrom(sorted, low), firstAbove(sorted, high));
  if (inside.length === 0) return [];
  if (method === 'natural') return naturalBounds(inside, classes);
  return shares.flatMap((share) => boundAt(inside, Math.round(share * inside.length)) ?? []);
}

/** Between the value at a place and the one before; where both are the same, where their run begins, else where it ends. */
function boundAt(sorted: Float64Array, at: number): number | null {
  const value = sorted[Math.min(at, sorted.length - 1)]!;
  const first = firstFrom(sorted, value);
  const place = first > 0 ? first : firstAbove(sorted, value);
  return place === sorted.length ? null : (sorted[place - 1]! + sorted[place]!) / 2;
}

const firstFrom = (sorted: Float64Array, value: number): number => firstWhere(sorted, (each) => each >= value);
const firstAbove = (sorted: Float64Array, value: number): number => firstWhere(sorted, (each) => each > value);

function firstWhere(sorted: Float64Array, fits: (value: number) => boolean): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (fits(sorted[middle]!)) to = middle;
    else from = middle + 1;
  }
  return from;
}

/**
 * Bounds with the least sum of squares within the classes (W. D. Fisher, 1958; G. F. Jenks's natural breaks), by the counts of
 * values in bins of equal width.
 */
function naturalBounds(sorted: Float64Array, classes: number): readonly number[] {
  const [least, most] = [sorted[0]!, sorted.at(-1)!];
  if (least === most) return [];
  const width = (most - least) / BINS;
  const [counts, sums, squares] = [0, 1, 2].map(() => new Float64Array(BINS + 1)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  for (const value of sorted) {
    const bin = Math.min(BINS - 1, Math.floor((value - least) / width)) + 1;
    // Around the least value, so that large offsets cost no digits.
    counts[bin]! += 1;
    sums[bin]! += value - least;
    squares[bin]! += (value - least) ** 2;
  }
  for (const numbers of [counts, sums, squares])
    for (let bin = 1; bin <= BINS; bin += 1) numbers[bin]! += numbers[bin - 1]!;
  const spread = (from: number, to: number): number => {
    const count = counts[to]! - counts[from]!;
    if (count === 0) return 0;
    const sum = sums[to]! - sums[from]!;
    return squares[to]! - squares[from]! - (sum * sum) / count;
  };
  let best = Float64Array.from({ length: BINS + 1 }, (_, to) => spread(0, to));
  const cuts: Int32Array[] = [];
  for (let made = 2; made <= classes; made += 1) {
    const cut = new Int32Array(BINS + 1);
    const before = best;
    best = before.map((_, to) => {
      let cheapest = Infinity;
      for (let from = 0; from <= to; from += 1) {
        const cost = before[from]! + spread(from, to);
        if (cost < cheapest) [cheapest, cut[to]] = [cost, from];
      }
      return cheapest;
    });
    cuts.push(cut);
  }
  const bounds: number[] = [];
  for (let at = cuts.length - 1, to = BINS; at >= 0; at -= 1) {
    to = cuts[at]![to]!;
    bounds.unshift(least + to * width);
  }
  return bounds;
}
