import { farthest, findCorners, type SegmentDistance, type Span } from '../../../geodata/simplify.ts';
import type { Positions } from './chains.ts';

/** Without positions that are the same as the one before; those of an empty line when there are less than two. */
export function withoutRepeats(positions: Positions): Positions {
  const kept: number[] = [];
  for (let at = 0; at < positions.length; at += 2)
    if (at === 0 || positions[at] !== kept.at(-2) || positions[at + 1] !== kept.at(-1))
      kept.push(positions[at]!, positions[at + 1]!);
  return kept.length < 4 ? [] : kept;
}

const isRing = (positions: Positions): boolean =>
  positions.length > 6 && positions[0] === positions.at(-2) && positions[1] === positions.at(-1);

/**
 * A line whose corners are cut at a quarter and three quarters of each piece (G. M. Chaikin, An algorithm for high-speed curve
 * generation, 1974). Ends stay; each time the number of positions doubles.
 */
export function cutCorners(positions: Positions): Positions {
  const ring = isRing(positions);
  const cut: number[] = ring ? [] : [positions[0]!, positions[1]!];
  for (let at = 0; at + 3 < positions.length; at += 2) {
    const [x0, y0, x1, y1] = positions.slice(at, at + 4) as [number, number, number, number];
    cut.push(x0 * 0.75 + x1 * 0.25, y0 * 0.75 + y1 * 0.25, x0 * 0.25 + x1 * 0.75, y0 * 0.25 + y1 * 0.75);
  }
  cut.push(...(ring ? cut.slice(0, 2) : positions.slice(-2)));
  return cut;
}

/**
 * A line with fewer positions, none of those left out farther from it than `tolerance`. A ring keeps at least four.
 */
export function simplify(positions: Positions, tolerance: number): Positions {
  const last = positions.length - 2;
  const kept = new Uint8Array(positions.length / 2);
  const keep = (at: number): void => void (kept[at / 2] = 1);
  const distance = distanceIn(positions);
  const fixed = [0, ...(isRing(positions) ? cornersOfRing(positions, distance) : []), last];
  fixed.forEach(keep);
  const spans = fixed.slice(1).map((end, index): Span => [fixed[index]!, end, end]);
  findCorners(spans, { stride: 2, least: tolerance, steps: Infinity, distance, keep });
  return positions.filter((_, at) => kept[at >> 1] === 1);
}

/** The position farthest from the first one, and the one farthest from the line between both. */
function cornersOfRing(positions: Positions, distance: SegmentDistance): readonly number[] {
  const last = positions.length - 2;
  const far = farthest([0, last, last], 2, 0, distance).at;
  const before = farthest([0, far, far], 2, 0, distance);
  const behind = farthest([far, last, last], 2, 0, distance);
  const other = before.distance > behind.distance ? before.at : behind.at;
  return [Math.min(far, other), Math.max(far, other)];
}

/** Distances of positions of a line from segments between others. */
const distanceIn =
  (positions: Positions): SegmentDistance =>
  (at, from, to) => {
    const x0 = positions[from]!;
    const y0 = positions[from + 1]!;
    const dx = positions[to]! - x0;
    const dy = positions[to + 1]! - y0;
    const length2 = dx * dx + dy * dy;
    const x = positions[at]! - x0;
    const y = positions[at + 1]! - y0;
    const share = length2 === 0 ? 0 : Math.max(0, Math.min(1, (x * dx + y * dy) / length2));
    return Math.hypot(x - share * dx, y - share * dy);
  };
