/** Stored opacities go up to it, natural ones to 6,835. */
const MOST_STORED = 2;

/**
 * Opacity as files with levels of detail store it. Up to 1 it is itself; above, which only merged splats have, it tells by how much
 * the flat middle widens the splat.
 */
export function storedOpacity(natural: number): number {
  if (natural <= 1) return natural;
  const width = Math.sqrt(1 + Math.E * Math.log(natural));
  return Math.min(MOST_STORED, 1 + (width - 1) / 4);
}

/** The inverse of `storedOpacity`. */
export function naturalOpacity(stored: number): number {
  if (stored <= 1) return stored;
  const width = 1 + 4 * (Math.min(MOST_STORED, stored) - 1);
  return Math.exp((width * width - 1) / Math.E);
}
