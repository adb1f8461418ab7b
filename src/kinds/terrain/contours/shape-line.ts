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
 * A line with fewer positions, none of those left out farther from it than `tolerance` (D. H. Douglas and T. K. Peucker, 1973).
 * A ring keeps at least four.
 */
export function simplify(positions: Positions, tolerance: number): Positions {
  const count = positions.length / 2;
  const kept = new Uint8Array(count);
  kept[0] = kept[count - 1] = 1;
  const spans: [first: number, last: number][] = [[0, count - 1]];
  if (isRing(positions)) {
    const far = farthest(positions, 0, count - 1).at;
    const third = [farthest(positions, 0, far), farthest(positions, far, count - 1)];
    const other = third[0]!.distance > third[1]!.distance ? third[0]!.at : third[1]!.at;
    kept[far] = kept[other] = 1;
    const [one, two] = [Math.min(far, other), Math.max(far, other)];
    spans.splice(0, 1, [0, one], [one, two], [two, count - 1]);
  }
  for (let span = spans.pop(); span !== undefined; span = spans.pop()) {
    const { at, distance } = farthest(positions, ...span);
    if (distance <= tolerance) continue;
    kept[at] = 1;
    spans.push([span[0], at], [at, span[1]]);
  }
  return positions.filter((_, at) => kept[at >> 1] === 1);
}

/** The position between two of a line that is farthest from the straight piece between these. */
function farthest(
  positions: Positions,
  first: number,
  last: number,
): { readonly at: number; readonly distance: number } {
  const [x0, y0] = [positions[2 * first]!, positions[2 * first + 1]!];
  const [dx, dy] = [positions[2 * last]! - x0, positions[2 * last + 1]! - y0];
  const length2 = dx * dx + dy * dy;
  let best = { at: first, distance: 0 };
  for (let at = first + 1; at < last; at += 1) {
    const [x, y] = [positions[2 * at]! - x0, positions[2 * at + 1]! - y0];
    const share = length2 === 0 ? 0 : Math.max(0, Math.min(1, (x * dx + y * dy) / length2));
    const distance = Math.hypot(x - share * dx, y - share * dy);
    if (distance > best.distance) best = { at, distance };
  }
  return best;
}
