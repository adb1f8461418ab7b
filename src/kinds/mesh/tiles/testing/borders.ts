import type { ReadTile } from './read-tiles.ts';

/** A line of a border: its place along the border and its height, at both ends. */
type Line = readonly [from: readonly [number, number], to: readonly [number, number]];

/** Numbers of tiles are 32-bit floats about their middles. */
const NEAR = 1e-4;

/**
 * Lines in which the triangles of a tile end at an upright plane.
 *
 * @param axis across the plane: 0 for x, 1 for y
 */
export function borderOf({ positions, triangles }: ReadTile, axis: 0 | 1, at: number): readonly Line[] {
  const isOn = (vertex: number): boolean => Math.abs(positions[3 * vertex + axis]! - at) < NEAR;
  const end = (vertex: number): readonly [number, number] => [
    positions[3 * vertex + 1 - axis]!,
    positions[3 * vertex + 2]!,
  ];
  const lines: Line[] = [];
  for (let first = 0; first < triangles.length; first += 3)
    for (let corner = 0; corner < 3; corner += 1) {
      const [a, b] = [triangles[first + corner]!, triangles[first + ((corner + 1) % 3)]!];
      if (isOn(a) && isOn(b)) lines.push([end(a), end(b)]);
    }
  return lines;
}

/** Height of a border at a place along it; null where it does not reach. */
export function heightOn(border: readonly Line[], place: number): number | null {
  for (const [one, other] of border) {
    const [low, high] = one[0] < other[0] ? [one, other] : [other, one];
    if (place < low[0] || place > high[0] || low[0] === high[0]) continue;
    return low[1] + ((place - low[0]) / (high[0] - low[0])) * (high[1] - low[1]);
  }
  return null;
}

/** Upright planes at which a tile ends, inside of a square from 0 to `side`. */
export function sidesOf({ positions }: ReadTile, side: number): readonly (readonly [axis: 0 | 1, at: number])[] {
  return ([0, 1] as const).flatMap((axis) => {
    let [low, high] = [Infinity, -Infinity];
    for (let at = axis; at < positions.length; at += 3) {
      low = Math.min(low, positions[at]!);
      high = Math.max(high, positions[at]!);
    }
    return [low, high].filter((at) => at > NEAR && at < side - NEAR).map((at) => [axis, at] as const);
  });
}
