import { CURVE_BITS, type SpatialOrder } from './spatial-order.ts';

/** Maximum splats of a part. A scene of 300,000 has work for several threads, and few splats of a part lie near its faces. */
const PART_SPLATS = 131_072;
/** Minimum splats of a part. Smaller ones are not worth their levels; the last merge takes their splats. */
const LEAST_SPLATS = 1024;

/** A box. Its faces at the outside of the scene are infinitely far away. */
export interface PartBox {
  readonly min: readonly [number, number, number];
  readonly max: readonly [number, number, number];
  /** Side of the cube, in units of the file. */
  readonly side: number;
}

/** Splats in a cube of space, which are a range in the spatial order. */
export interface Part {
  readonly first: number;
  readonly end: number;
  readonly box: PartBox;
}

/**
 * Splits a scene into cubes with a bounded number of splats each. The parts do not depend on the number of threads, so neither does
 * the tree. A scene that fits one part has no parts.
 *
 * @param most maximum number of splats of a part
 */
export function partsOf(scene: SpatialOrder, most = PART_SPLATS): readonly Part[] {
  const parts: Part[] = [];
  const count = scene.order.length;
  if (count > most) split(scene, most, { first: 0, end: count, depth: 0, x: 0, y: 0, z: 0 }, parts);
  return parts;
}

/** A cube of the curve: the whole halved `depth` times, and its index among the cubes of that depth. */
interface Cube {
  readonly first: number;
  readonly end: number;
  readonly depth: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

function split(scene: SpatialOrder, most: number, cube: Cube, parts: Part[]): void {
  const { first, end, depth, x, y, z } = cube;
  if (end - first < LEAST_SPLATS) return;
  if (end - first <= most) {
    parts.push({ first, end, box: boxOf(scene, cube) });
    return;
  }
  // More splats than a part may have lie in one place. The last merge takes them.
  if (depth === CURVE_BITS) return;
  const codes = depth < CURVE_BITS / 2 ? scene.upper : scene.lower;
  const shift = 3 * (CURVE_BITS / 2 - 1 - (depth % (CURVE_BITS / 2)));
  let from = first;
  for (let octant = 0; octant < 8; octant += 1) {
    let to = from;
    while (to < end && ((codes[to]! >>> shift) & 7) === octant) to += 1;
    const [dx, dy, dz] = [octant & 1, (octant >> 1) & 1, octant >> 2] as const;
    const at = { depth: depth + 1, x: 2 * x + dx, y: 2 * y + dy, z: 2 * z + dz };
    split(scene, most, { first: from, end: to, ...at }, parts);
    from = to;
  }
}

function boxOf({ min, side }: SpatialOrder, { depth, x, y, z }: Cube): PartBox {
  const last = 2 ** depth - 1;
  const size = side / 2 ** depth;
  const faces = [x, y, z].map((place, axis) => ({
    low: place === 0 ? -Infinity : min[axis]! + place * size,
    high: place === last ? Infinity : min[axis]! + (place + 1) * size,
  }));
  const [a, b, c] = faces as [Faces, Faces, Faces];
  return { min: [a.low, b.low, c.low], max: [a.high, b.high, c.high], side: size };
}

interface Faces {
  readonly low: number;
  readonly high: number;
}
