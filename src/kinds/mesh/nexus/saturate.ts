import type { Vector3 } from '../../../geodata/place/box.ts';
import { type LevelNode, SINK } from '../levels/build-levels.ts';

/** A ball around a node, and the error that viewers go by. */
export interface Bound {
  readonly centre: Vector3;
  /** Around the node and all finer ones that replace its triangles. */
  readonly radius: number;
  /** Around the node itself. */
  readonly tight: number;
  readonly error: number;
}

/** So much larger is a coarser node's: numbers of 32 bits must not make them equal. */
const MARGIN = 1.01;

/**
 * Bounds by which every viewer draws a surface without gaps: a coarser node has a larger error and a ball around those of the finer ones, so
 * whoever shows a node shows all that are coarser on the way to it.
 *
 * @param nodes each behind those that replace its triangles
 */
export function saturate(nodes: readonly LevelNode[], positions: Float32Array): readonly Bound[] {
  const bounds: Bound[] = [];
  for (const { vertices, patches, error } of nodes) {
    const { centre, radius: tight } = ballAround(vertices, positions);
    const finer = patches.flatMap(({ node }) => (node === SINK ? [] : [bounds[node]!]));
    const radius = finer.reduce(
      (largest, other) => Math.max(largest, MARGIN * (distance(centre, other.centre) + other.radius)),
      tight,
    );
    const own = Number.isFinite(error) ? error : tight;
    bounds.push({
      centre,
      tight,
      radius,
      error: finer.reduce((largest, other) => Math.max(largest, MARGIN * other.error), own),
    });
  }
  return bounds;
}

/** A ball around vertices, from the middle of their box. */
export function ballAround(vertices: Uint32Array, positions: Float32Array): { centre: Vector3; radius: number } {
  const [low, high] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ] as [number[], number[]];
  for (const vertex of vertices)
    for (let axis = 0; axis < 3; axis += 1) {
      const place = positions[3 * vertex + axis]!;
      low[axis] = Math.min(low[axis]!, place);
      high[axis] = Math.max(high[axis]!, place);
    }
  const centre = [0, 1, 2].map((axis) => (low[axis]! + high[axis]!) / 2) as unknown as Vector3;
  let radius = 0;
  for (const vertex of vertices)
    radius = Math.max(
      radius,
      distance(centre, [positions[3 * vertex]!, positions[3 * vertex + 1]!, positions[3 * vertex + 2]!]),
    );
  return { centre, radius };
}

const distance = (one: Vector3, other: Vector3): number =>
  Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
