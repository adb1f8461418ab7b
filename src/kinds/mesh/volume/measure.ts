import type { Vector3 } from '../../../geodata/place/box.ts';
import type { TriangleModel } from '../model/triangle-model.ts';
import type { Prism } from './prism.ts';

/** Heights below a model: z = height + east * x + north * y, in metres from the zero of its positions. */
export interface BasePlane {
  readonly height: number;
  readonly east: number;
  readonly north: number;
}

/** In metres, square metres, cubic metres. */
export interface MeshVolume {
  /** Area that the triangles cover, seen from above: those that face down count less. */
  readonly covered: number;
  /** Between what lies above the base and the base. */
  readonly above: number;
  /** Between the base and what lies below it. */
  readonly below: number;
  /** Lowest height of the triangles within the area, from the zero of positions; null where there are none. */
  readonly lowest: number | null;
  readonly highest: number | null;
}

/** How triangles count: by the way that they face, or all as if they faced up. */
export type Facing = 'by-turn' | 'all-up';

/**
 * Sums ∫ (z - base) over the triangles within an area, each cut exactly by the border of the area and by the base. A triangle that faces
 * down counts less: so overhangs of a surface count for nothing, and of a closed body its own volume is left.
 */
export function measureVolume(
  { positions, triangles }: Pick<TriangleModel, 'positions' | 'triangles'>,
  metres: Vector3,
  prism: Prism,
  { height, east, north }: BasePlane,
  facing: Facing,
  progress: (share: number) => void = () => undefined,
): MeshVolume {
  let [covered, above, below, lowest, highest] = [0, 0, 0, Infinity, -Infinity];
  const corners = new Float64Array(9);
  const [west, south, farEast, farNorth] = prism.box;
  const over = (piece: Float64Array, at: number): number =>
    piece[at + 2]! - height - east * piece[at]! - north * piece[at + 1]!;

  function take(piece: Float64Array, count: number): void {
    for (let corner = 0; corner < count; corner += 1) {
      const z = piece[3 * corner + 2]!;
      if (z < lowest) lowest = z;
      if (z > highest) highest = z;
    }
    // A fan: pieces are convex.
    for (let corner = 2; corner < count; corner += 1) {
      const [a, b, c] = [0, 3 * (corner - 1), 3 * corner];
      const area = facedArea(piece, a, b, c, facing);
      covered += area;
      const [da, db, dc] = [over(piece, a), over(piece, b), over(piece, c)];
      const up = area * meanAbove(da, db, dc);
      above += up;
      below += up - (area * (da + db + dc)) / 3;
    }
  }

  for (let at = 0; at < triangles.length; at += 3) {
    let [left, low, right, high] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let corner = 0; corner < 3; corner += 1) {
      const vertex = 3 * triangles[at + corner]!;
      const [x, y] = [positions[vertex]! * metres[0], positions[vertex + 1]! * metres[1]];
      corners[3 * corner] = x;
      corners[3 * corner + 1] = y;
      corners[3 * corner + 2] = positions[vertex + 2]! * metres[2];
      left = Math.min(left, x);
      right = Math.max(right, x);
      low = Math.min(low, y);
      high = Math.max(high, y);
    }
    if ((at & 0xffff) === 0) progress(at / triangles.length);
    if (left <= farEast && right >= west && low <= farNorth && high >= south) prism.clip(corners, take);
  }
  const isThere = highest >= lowest;
  return { covered, above, below, lowest: isThere ? lowest : null, highest: isThere ? highest : null };
}

/** From above; below zero where it faces down. */
function facedArea(at: Float64Array, a: number, b: number, c: number, facing: Facing): number {
  const area = ((at[b]! - at[a]!) * (at[c + 1]! - at[a + 1]!) - (at[c]! - at[a]!) * (at[b + 1]! - at[a + 1]!)) / 2;
  return facing === 'all-up' ? Math.abs(area) : area;
}

/** The mean over a triangle of what is above zero, of something that changes evenly between its corners. */
export function meanAbove(a: number, b: number, c: number): number {
  const low = Math.min(a, b, c);
  if (low >= 0) return (a + b + c) / 3;
  const high = Math.max(a, b, c);
  if (high <= 0) return 0;
  const middle = a + b + c - low - high;
  // The corner that is alone on its side of zero cuts off a small triangle.
  if (middle <= 0) return high ** 3 / (3 * (high - low) * (high - middle));
  const belowMean = -(low ** 3) / (3 * (high - low) * (middle - low));
  return (a + b + c) / 3 + belowMean;
}
