import type { Vector3 } from '../../../geodata/place/box.ts';
import { type Patch, SINK } from '../levels/cell.ts';

/** A ball, and the error that a viewer goes by. */
export interface Bound {
  readonly centre: Vector3;
  /** Around the node and all finer ones that replace its triangles. */
  readonly radius: number;
  /** Around the node alone. */
  readonly tight: number;
  readonly error: number;
}

/** What a bound is made of. */
export interface Measured {
  readonly centre: Vector3;
  readonly tight: number;
  /** What is off where the node is not shown but what stands for it. Of a root, which is always shown, it does not count. */
  readonly error: number;
  readonly patches: readonly Patch[];
}

/** So much larger is a coarser node's: numbers of 32 bits must not make them smaller. */
const MARGIN = 1.01;

/**
 * Bounds by which every viewer draws a surface without gaps: a coarser node has a larger error, and a ball around those of the finer nodes.
 * So where a node is shown, all that are coarser are.
 *
 * @param nodes each behind those that replace its triangles
 */
export function saturate(nodes: readonly Measured[]): readonly Bound[] {
  const bounds: Bound[] = [];
  const first = firstRoot(nodes);
  for (const { centre, tight, error, patches } of nodes) {
    let [radius, largest] = [tight, bounds.length < first ? error : tight];
    for (const { node } of patches) {
      if (node === SINK) continue;
      const finer = bounds[node]!;
      radius = Math.max(radius, MARGIN * (distance(centre, finer.centre) + finer.radius));
      largest = Math.max(largest, MARGIN * finer.error);
    }
    bounds.push({ centre, tight, radius, error: largest });
  }
  return bounds;
}

/** Nodes from this one on are replaced by none: they are shown at first. */
export const firstRoot = (nodes: readonly Measured[]): number =>
  nodes.reduce((first, { patches }) => patches.reduce((most, { node }) => Math.max(most, node + 1), first), 0);

/** A ball around places, from the middle of their box. */
export function ballAround(places: Float32Array): { readonly centre: Vector3; readonly radius: number } {
  const [low, high] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ] as [number[], number[]];
  for (let at = 0; at < places.length; at += 1) {
    const [axis, value] = [at % 3, places[at]!];
    if (value < low[axis]!) low[axis] = value;
    if (value > high[axis]!) high[axis] = value;
  }
  const [x, y, z] = [0, 1, 2].map((axis) => Math.fround((low[axis]! + high[axis]!) / 2)) as [number, number, number];
  let radius = 0;
  for (let at = 0; at < places.length; at += 3)
    radius = Math.max(radius, (places[at]! - x) ** 2 + (places[at + 1]! - y) ** 2 + (places[at + 2]! - z) ** 2);
  return { centre: [x, y, z], radius: Math.sqrt(radius) };
}

/** A ball around balls, from the middle of their centres' box. */
export function ballAroundBalls(balls: readonly Pick<Bound, 'centre' | 'radius'>[]): Pick<Bound, 'centre' | 'radius'> {
  if (balls.length === 1) return balls[0]!;
  const { centre } = ballAround(Float32Array.from(balls.flatMap((ball) => ball.centre)));
  return {
    centre,
    radius: balls.reduce((most, ball) => Math.max(most, distance(centre, ball.centre) + ball.radius), 0),
  };
}

const distance = (one: Vector3, other: Vector3): number =>
  Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
