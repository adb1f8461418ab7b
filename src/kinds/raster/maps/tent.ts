/** Weights of a place add up to it. */
const UNIT = 256;
/** Places within a pixel that are told apart. */
export const PHASES = 256;

/** A tent of some radius over pixels: their weights, by where in a pixel its end lies. */
export interface Tent {
  readonly radius: number;
  /** Pixels that it may reach. */
  readonly count: number;
  /** `count` weights for each phase. */
  readonly weights: Int32Array;
  /** Weights for each phase, made up to fours by zeros, so that loops may take four at once. */
  readonly fours: Int16Array;
}

/** By radius in steps of a 32th: what `radiusOf` gives is 1 to 8, so there are some 200 at most. */
const known = new Map<number, Tent>();
const RADIUS_STEPS = 32;

/** The tent whose radius is nearest to the asked one; always the same object for the same one. */
export function tentOf(asked: number): Tent {
  const steps = Math.round(asked * RADIUS_STEPS);
  const found = known.get(steps);
  if (found !== undefined) return found;
  const tent = makeTent(steps / RADIUS_STEPS);
  known.set(steps, tent);
  return tent;
}

function makeTent(radius: number): Tent {
  const count = Math.ceil(2 * radius);
  const stride = 4 * Math.ceil(count / 4);
  const weights = new Int32Array(PHASES * count);
  const fours = new Int16Array(PHASES * stride);
  for (let phase = 0; phase < PHASES; phase++) {
    const heights = Array.from({ length: count }, (_, pixel) =>
      Math.max(0, radius - Math.abs((phase + 0.5) / PHASES - radius + pixel)),
    );
    const sum = heights.reduce((total, height) => total + height, 0);
    const whole = heights.map((height) => Math.round((height / sum) * UNIT));
    // What rounding added or took away goes to the largest.
    const largest = whole.indexOf(Math.max(...whole));
    whole[largest]! += UNIT - whole.reduce((total, weight) => total + weight, 0);
    weights.set(whole, phase * count);
    fours.set(whole, phase * stride);
  }
  return { radius, count, weights, fours };
}
