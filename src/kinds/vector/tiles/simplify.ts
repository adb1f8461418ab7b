import { farthest, findCorners, type SegmentDistance, type Span } from '../../../geodata/simplify.ts';

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
  const distance: SegmentDistance = (at, from, to) => squaredDistance(part, at, from, to);
  // A ring is divided at the position that is farthest from its first one.
  const middle = isRing ? farthest([0, part.length, 0], STRIDE, 0, distance).at : part.length - STRIDE;
  part[2] = part[middle + 2] = Infinity;
  const spans: Span[] = [[0, middle, middle]];
  if (isRing) spans.push([middle, part.length, 0]);
  const keep = (at: number, weight: number): void => void (part[at + 2] = weight);
  findCorners(spans, { stride: STRIDE, least, steps: (STEPS * part.length) / STRIDE, distance, keep });
}

/** Squared distance of a position to the segment between two others. */
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
