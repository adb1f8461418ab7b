/** How the coordinates of a cloud are stored along one axis, and between which values they lie. */
export interface AxisSteps {
  readonly scale: number;
  readonly offset: number;
  readonly min: number;
  readonly max: number;
}

export interface CommonSteps {
  readonly scale: number;
  readonly offset: number;
  /** Whether every coordinate of every cloud is a whole number of steps. */
  readonly isExact: boolean;
}

/** Stored coordinates are 32-bit integers. */
const MOST_STEPS = 2 ** 31 - 1;
/** Digits behind the point of what counts as a decimal number. */
const DIGITS = 12;
/** Steps by which a whole number may be missed: about what a double cannot tell apart at the edge of 32 bits. */
const SLACK = 1e-6;
/** The same for offsets so large, beside their steps, that a double rounds them further. */
const MOST_SLACK = 5e-5;
/** Relative error of a number that was read from text, and of a quotient of two of them. */
const ROUNDING = 4 * Number.EPSILON;

/**
 * The coarsest steps in which all clouds can be stored without change. Where 32 bits are too few for those, the finest scale of the clouds:
 * then coordinates move by half a step of it at most.
 *
 * @returns null where not even that fits
 */
export function commonSteps(axes: readonly AxisSteps[]): CommonSteps | null {
  const finest = Math.min(...axes.map(({ scale }) => scale));
  const candidates = [finest, decimalDivisor(axes)].filter((step) => step !== null && isExact(step, axes));
  for (const step of candidates) {
    const offset = offsetFor(step!, axes);
    if (offset !== null) return { scale: step!, offset, isExact: true };
  }
  const offset = offsetFor(finest, axes);
  if (offset === null) return null;
  return { scale: finest, offset, isExact: false };
}

/** Whether all scales, and the distances between offsets, are whole numbers of steps. */
function isExact(step: number, axes: readonly AxisSteps[]): boolean {
  const origin = axes[0]!.offset;
  return axes.every(({ scale, offset }) => {
    const [factor, shift] = [scale / step, (offset - origin) / step];
    // An error of the factor counts as often as there are steps.
    const factorSlack = (SLACK / MOST_STEPS + ROUNDING) * Math.max(1, factor);
    const rounded = (ROUNDING * (Math.abs(offset) + Math.abs(origin))) / step;
    return isWhole(factor, factorSlack) && isWhole(shift, Math.min(MOST_SLACK, Math.max(SLACK, rounded)));
  });
}

const isWhole = (value: number, slack: number): boolean => Math.abs(value - Math.round(value)) <= slack;

/** The greatest number that divides all scales and distances between offsets; null where one of them is no decimal number. */
function decimalDivisor(axes: readonly AxisSteps[]): number | null {
  const origin = axes[0]!.offset;
  const units = axes.flatMap(({ scale, offset }) => [
    unitsOf(scale),
    unitsOf(Number((offset - origin).toFixed(DIGITS - 3))),
  ]);
  if (units.includes(null)) return null;
  const divisor = (units as bigint[]).reduce(greatestDivisor, 0n);
  return divisor === 0n ? null : Number(`${divisor}e-${DIGITS}`);
}

/** A decimal number in units of its last digit; null for what has more digits. */
function unitsOf(value: number): bigint | null {
  const [whole = '', part = ''] = Math.abs(value).toFixed(DIGITS).split('.');
  const units = BigInt(whole + part);
  return Number(`${units}e-${DIGITS}`) === Math.abs(value) ? units : null;
}

function greatestDivisor(one: bigint, other: bigint): bigint {
  let [a, b] = [one, other];
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

/** An offset from which all coordinates can be reached: that of a cloud, or a round number of steps from it. */
function offsetFor(step: number, axes: readonly AxisSteps[]): number | null {
  const [low, high] = [Math.min(...axes.map(({ min }) => min)), Math.max(...axes.map(({ max }) => max))];
  const reaches = (offset: number): boolean =>
    Math.max(Math.abs(low - offset), Math.abs(high - offset)) / step <= MOST_STEPS;
  const known = axes.find(({ offset }) => reaches(offset));
  if (known !== undefined) return known.offset;
  const origin = axes[0]!.offset;
  for (const round of [1e6, 1e3, 1]) {
    const offset = origin + Math.round(((low + high) / 2 - origin) / step / round) * round * step;
    if (reaches(offset)) return Number(offset.toFixed(DIGITS - 3));
  }
  return null;
}
