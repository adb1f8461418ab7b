import { createHeap } from '../../../scene/loading/heap.ts';
import { childrenOf, keyOf, type Square } from './tile-grid.ts';

type Choosing = {
  readonly roots: readonly Square[];
  /** Pixels of the picture that one of a square's own covers; null out of sight. */
  readonly pixelsOf: (square: Square) => number | null;
  readonly exists: (square: Square) => boolean;
  readonly deepest: number;
  readonly most: number;
  /** A square whose pixels are wider is divided. */
  readonly widest: number;
};

/** Squares to draw: the ones whose pixels are the widest are divided first, as long as there is room. */
export function chooseSquares({ roots, pixelsOf, exists, deepest, most, widest }: Choosing): readonly Square[] {
  const heap = createHeap<Square>();
  const chosen: { readonly square: Square; readonly pixels: number }[] = [];
  let count = 0;
  const add = (square: Square): void => {
    const pixels = exists(square) ? pixelsOf(square) : null;
    if (pixels === null) return;
    count += 1;
    if (pixels > widest && square.level < deepest) heap.push(pixels, square);
    else chosen.push({ square, pixels });
  };
  for (const root of roots) add(root);
  for (let next = heap.pop(); next !== undefined; next = heap.pop()) {
    if (count + 3 > most) {
      chosen.push({ square: next.item, pixels: next.weight });
      continue;
    }
    count -= 1;
    for (const child of childrenOf(next.item)) add(child);
  }
  return chosen.toSorted((one, other) => other.pixels - one.pixels).map(({ square }) => square);
}

/**
 * What can be drawn of the chosen squares: where one is not there yet, the nearest one around it that is, and then none in it. No two
 * cover each other.
 *
 * @param isReady of a square that can be drawn
 */
export function drawableSquares(
  roots: readonly Square[],
  chosen: readonly Square[],
  isReady: (square: Square) => boolean,
): readonly Square[] {
  const leaves = new Set(chosen.map(keyOf));
  const above = new Set<string>();
  for (const { level, x, y } of chosen)
    for (let up = 1; up <= level; up += 1) above.add(keyOf({ level: level - up, x: x >> up, y: y >> up }));
  /** Null where something is missing below it. */
  const drawn = (square: Square): readonly Square[] | null => {
    const key = keyOf(square);
    if (leaves.has(key)) return isReady(square) ? [square] : null;
    // Out of sight: nothing is missing.
    if (!above.has(key)) return [];
    const parts = childrenOf(square).map(drawn);
    if (parts.every((part) => part !== null)) return parts.flat();
    return isReady(square) ? [square] : null;
  };
  /** Nothing around it is there: all that is there below it. */
  const anything = (square: Square): readonly Square[] => {
    const whole = drawn(square);
    if (whole !== null) return whole;
    return above.has(keyOf(square)) ? childrenOf(square).flatMap(anything) : [];
  };
  return roots.flatMap(anything);
}
