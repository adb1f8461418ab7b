/** Numbers of a position in a part: x, y, and its weight. */
export const STRIDE = 3;
/** Steps for each position: enough for any honest line (its logarithm); a hostile one is then kept as it is. */
const STEPS = 64;

/**
 * Weights of the positions of a line or ring, written into it: the squared distance by which the line would be wrong without
 * the position, as Douglas and Peucker find it. Computed once, so that neighbouring tiles agree; a zoom takes the positions
 * above its tolerance.
 *
 * @param least squared distance that never matters: below it all weights are 0
 */
export function weigh(part: Float64Array, isRing: boolean, least: number): void {
  const count = part.length / STRIDE;
  const last = (count - 1) * STRIDE;
  part[2] = Infinity;
  if (isRing) {
    const far = farthestFrom(part, 0);
    part[far + 2] = Infinity;
    const budget = { steps: STEPS * count };
    weighBetween(part, 0, far, far, least, budget);
    weighBetween(part, far, part.length, 0, least, budget);
  } else {
    part[last + 2] = Infinity;
    weighBetween(part, 0, last, last, least, { steps: STEPS * count });
  }
}

function farthestFrom(part: Float64Array, from: number): number {
  let [found, most] = [from, -1];
  for (let at = 0; at < part.length; at += STRIDE) {
    const distance = (part[at]! - part[from]!) ** 2 + (part[at + 1]! - part[from + 1]!) ** 2;
    if (distance > most) [found, most] = [at, distance];
  }
  return found;
}

/** The positions between `first` and `end`; the segment they are measured against goes from `first` to `target`. */
function weighBetween(
  part: Float64Array,
  first: number,
  end: number,
  target: number,
  least: number,
  budget: { steps: number },
): void {
  const pending: (readonly [number, number, number])[] = [[first, end, target]];
  for (let span = pending.pop(); span !== undefined; span = pending.pop()) {
    const [from, until, to] = span;
    budget.steps -= (until - from) / STRIDE;
    if (budget.steps < 0) {
      for (let at = from + STRIDE; at < until; at += STRIDE) part[at + 2] = Infinity;
      continue;
    }
    let [found, most] = [-1, least];
    for (let at = from + STRIDE; at < until; at += STRIDE) {
      const distance = squaredDistance(part, at, from, to);
      if (distance > most) [found, most] = [at, distance];
    }
    if (found < 0) continue;
    part[found + 2] = most;
    if (found - from > STRIDE) pending.push([from, found, found]);
    if (until - found > STRIDE) pending.push([found, until, to]);
  }
}

/** Of a position to the segment between two others. */
function squaredDistance(part: Float64Array, at: number, from: number, to: number): number {
  let [x, y] = [part[from]!, part[from + 1]!];
  let [dx, dy] = [part[to]! - x, part[to + 1]! - y];
  if (dx !== 0 || dy !== 0) {
    const along = ((part[at]! - x) * dx + (part[at + 1]! - y) * dy) / (dx * dx + dy * dy);
    if (along > 1) [x, y] = [part[to]!, part[to + 1]!];
    else if (along > 0) [x, y] = [x + dx * along, y + dy * along];
  }
  [dx, dy] = [part[at]! - x, part[at + 1]! - y];
  return dx * dx + dy * dy;
}
