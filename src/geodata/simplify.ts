/** Squared or plain distance of a position from the segment between two others, all by their index. */
export type SegmentDistance = (at: number, from: number, to: number) => number;

/** Positions between `first` and `end`, measured against the segment from `first` to `target`. Indexes of numbers. */
export type Span = readonly [first: number, end: number, target: number];

export interface CornerOptions {
  /** Numbers of a position. */
  readonly stride: number;
  /** Distance that does not matter. */
  readonly least: number;
  /** Positions to look at, at most: the rest of the line is kept as it is. */
  readonly steps: number;
  readonly distance: SegmentDistance;
  /** Takes each position that is farther than `least` from the line without it. */
  readonly keep: (at: number, distance: number) => void;
}

/**
 * Finds the positions that a line needs (D. H. Douglas and T. K. Peucker, 1973): the one that is farthest from a span's
 * segment divides the span, and so on.
 *
 * @param spans the first is looked at first
 */
export function findCorners(spans: readonly Span[], { stride, least, steps, distance, keep }: CornerOptions): void {
  const pending = spans.toReversed();
  let left = steps;
  for (let span = pending.pop(); span !== undefined; span = pending.pop()) {
    const [first, end, target] = span;
    left -= (end - first) / stride;
    if (left < 0) {
      for (let at = first + stride; at < end; at += stride) keep(at, Infinity);
      continue;
    }
    let [found, most] = [first, least];
    for (let at = first + stride; at < end; at += stride) {
      const off = distance(at, first, target);
      if (off > most) [found, most] = [at, off];
    }
    if (found === first) continue;
    keep(found, most);
    if (found - first > stride) pending.push([first, found, found]);
    if (end - found > stride) pending.push([found, end, target]);
  }
}

/** The first of the positions that are farthest from the segment of a span; its `first` where none is beyond `least`. */
export function farthest(
  [first, end, target]: Span,
  stride: number,
  least: number,
  distance: SegmentDistance,
): { readonly at: number; readonly distance: number } {
  let [found, most] = [first, least];
  for (let at = first + stride; at < end; at += stride) {
    const off = distance(at, first, target);
    if (off > most) [found, most] = [at, off];
  }
  return { at: found, distance: most };
}
