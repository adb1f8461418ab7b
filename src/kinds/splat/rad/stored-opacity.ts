/** Largest stored opacity, for an opacity of 6,835. */
const MOST_STORED = 2;

/**
 * Converts an opacity to the form that files with levels of detail store. Up to 1 both are the same. The stored form of a larger
 * opacity, which only merged splats have, tells how much the flat middle widens the splat.
 */
export function storedOpacity(natural: number): number {
  if (natural <= 1) return natural;
  const width = Math.sqrt(1 + Math.E * Math.log(natural));
  return Math.min(MOST_STORED, 1 + (width - 1) / 4);
}

/** Inverts `storedOpacity`. */
export function naturalOpacity(stored: number): number {
  if (stored <= 1) return stored;
  const width = 1 + 4 * (Math.min(MOST_STORED, stored) - 1);
  return Math.exp((width * width - 1) / Math.E);
}
