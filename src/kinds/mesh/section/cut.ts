import { OperationRefusal } from '../../../engine/for-children.ts';
import type { Vector3 } from '../../../geodata/place/box.ts';
import { growingArray } from '../model/growing-array.ts';
import type { TriangleModel } from '../model/triangle-model.ts';
import { createTripleIndex } from '../mesh-output/triple-index.ts';

/** All places p with normal · p = distance, in metres from the zero of the positions. */
export interface Plane {
  /** A unit vector. */
  readonly normal: Vector3;
  readonly distance: number;
}

/** Where triangles cross a plane. */
export interface Crossings {
  /** x, y, z of each node, in metres from the zero of the positions. A node lies on an edge of triangles. */
  readonly nodes: Float64Array;
  /** Two nodes each. What is above the plane is on the same side of all of them. */
  readonly segments: Uint32Array;
}

/** More are no drawing; they take 1 GB. */
const MOST_SEGMENTS = 10_000_000;

/**
 * Cuts triangles by a plane. A corner in the plane counts as above it, so that every triangle that is cut has two crossings, each on an
 * edge; those of two triangles with a common edge are one node, whatever their vertices are.
 *
 * @param metres of a unit of each axis
 * @throws OperationRefusal for too many crossings
 */
export function cutTriangles(
  { positions, triangles }: Pick<TriangleModel, 'positions' | 'triangles'>,
  metres: Vector3,
  { normal, distance }: Plane,
  progress: (share: number) => void = () => undefined,
): Crossings {
  const [a, b, c] = normal.map((value, axis) => value * metres[axis]!) as unknown as Vector3;
  const above = (vertex: number): number =>
    a * positions[3 * vertex]! + b * positions[3 * vertex + 1]! + c * positions[3 * vertex + 2]! - distance;
  const nodes = growingArray((length) => new Float64Array(length));
  const segments = growingArray((length) => new Uint32Array(length));
  const edges = createEdgeNumbers(positions);

  /** The node on an edge between a corner that is above and one that is not. */
  function nodeOf(high: number, low: number): number {
    const known = edges.count;
    const number = edges.of(high, low);
    if (number < known) return number;
    const [up, down] = [above(high), above(low)];
    const share = up / (up - down);
    for (let axis = 0; axis < 3; axis += 1) {
      const [from, to] = [positions[3 * high + axis]! * metres[axis]!, positions[3 * low + axis]! * metres[axis]!];
      nodes.push(from + share * (to - from));
    }
    return number;
  }

  for (let at = 0; at < triangles.length; at += 3) {
    let [start, end] = [-1, -1];
    for (let corner = 0; corner < 3; corner += 1) {
      const [from, to] = [triangles[at + corner]!, triangles[at + ((corner + 1) % 3)]!];
      const [isFromAbove, isToAbove] = [above(from) >= 0, above(to) >= 0];
      if (isFromAbove && !isToAbove) start = nodeOf(from, to);
      else if (!isFromAbove && isToAbove) end = nodeOf(to, from);
    }
    if (start >= 0 && end >= 0 && start !== end) {
      segments.push(start);
      segments.push(end);
      if (segments.length > 2 * MOST_SEGMENTS)
        throw new OperationRefusal(
          `The section crosses more than ${MOST_SEGMENTS} triangles. Export the model with fewer triangles first.`,
          'too-large',
        );
    }
    if ((at & 0xffff) === 0) progress(at / triangles.length);
  }
  return { nodes: nodes.take(), segments: segments.take() };
}

/** Numbers edges by the places of their ends, whatever vertices are there. */
function createEdgeNumbers(positions: Float32Array) {
  const places = createTripleIndex();
  const edges = createTripleIndex();
  const bits = new Int32Array(1);
  const value = new Float32Array(bits.buffer);
  const bitsOf = (at: number): number => {
    // Both zeros are one place.
    value[0] = positions[at]! + 0;
    return bits[0]!;
  };
  const placeOf = (vertex: number): number =>
    places.of(bitsOf(3 * vertex), bitsOf(3 * vertex + 1), bitsOf(3 * vertex + 2));
  return {
    get count() {
      return edges.count;
    },
    of: (high: number, low: number): number => edges.of(placeOf(high), placeOf(low), 0),
  };
}
