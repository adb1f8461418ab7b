import type { Plane } from './plane.ts';

/** How numbers that are stored become heights. */
export interface HeightScale {
  /** Metres in one of the numbers that are stored. */
  readonly metres: number;
  /** Metres of a stored 0. */
  readonly base: number;
}

/** Rows that are compared, and columns: a million heights at most. */
const LOOKS = 1024;

/**
 * The median of what the reference is higher than the moved source: buildings and trees that came or went do not move it.
 *
 * @param scales of the heights of the source and the reference
 * @param back where the source has what lies at a pixel of the reference
 * @returns metres; 0 where nowhere both have a height
 */
export function heightShift(
  source: Plane,
  reference: Plane,
  scales: { readonly source: HeightScale; readonly reference: HeightScale },
  back: (x: number, y: number) => readonly [number, number],
): number {
  const { width, height } = reference;
  const step = Math.max(1, Math.floor(Math.max(width, height) / LOOKS));
  const differences: number[] = [];
  for (let y = 0; y < height; y += step) {
    const row = reference.read({ x: 0, y, width, height: 1 });
    const [, first] = back(0.5, y + 0.5);
    const [, last] = back(width - 0.5, y + 0.5);
    const top = Math.max(0, Math.floor(Math.min(first, last)));
    const bottom = Math.min(source.height, Math.floor(Math.max(first, last)) + 1);
    if (bottom <= top) continue;
    const strip = source.read({ x: 0, y: top, width: source.width, height: bottom - top });
    for (let x = 0; x < width; x += step) {
      const [fromX, fromY] = back(x + 0.5, y + 0.5).map(Math.floor) as [number, number];
      if (fromX < 0 || fromX >= source.width || fromY < top || fromY >= bottom) continue;
      const [theirs, ours] = [row[x]!, strip[(fromY - top) * source.width + fromX]!];
      const difference = inMetres(theirs, scales.reference) - inMetres(ours, scales.source);
      if (Number.isFinite(difference)) differences.push(difference);
    }
  }
  const sorted = Float64Array.from(differences).sort();
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

const inMetres = (stored: number, { metres, base }: HeightScale): number => stored * metres + base;
