import type { Plane } from './plane.ts';

/** Rows that are compared, and columns: a million heights at most. */
const LOOKS = 1024;

/**
 * The median of what the reference is higher than the moved source: buildings and trees that came or went do not move it.
 *
 * @param back where the source has what lies at a pixel of the reference
 * @returns 0 where nowhere both have a height
 */
export function heightShift(
  source: Plane,
  reference: Plane,
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
      const difference = row[x]! - strip[(fromY - top) * source.width + fromX]!;
      if (Number.isFinite(difference)) differences.push(difference);
    }
  }
  const sorted = Float64Array.from(differences).sort();
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
