import type { Vector3 } from '../../../geodata/place/box.ts';
import type { TriangleModel } from '../model/triangle-model.ts';
import { weld } from '../mesh-output/welded.ts';

type Surface = Pick<TriangleModel, 'positions' | 'triangles'>;

/** How the triangles of a model hang together, by places: vertices that differ in their picture alone are one. */
export interface Topology {
  /** Whether every edge has as many triangles on one side as on the other, all turned alike. */
  readonly isClosed: boolean;
  /** Edges with an odd number of triangles: the borders of the surface, and of holes in it. */
  readonly openEdges: number;
  /** Edges whose triangles are not turned alike: one shows its front where its neighbour shows its back. */
  readonly turnedEdges: number;
}

/** Edges that are sorted at a time: 256 MB. */
const MOST_SORTED = 2 ** 25;

export function topologyOf({ positions, triangles }: Surface, most = MOST_SORTED): Topology {
  const { numbers, firsts } = weld(positions, 3);
  const passes = Math.max(1, Math.ceil(triangles.length / most));
  let [openEdges, turnedEdges] = [0, 0];
  for (let pass = 0; pass < passes; pass += 1) {
    const keys = edgeKeys(triangles, numbers, firsts.length, pass, passes).sort();
    for (let at = 0; at < keys.length;) {
      const edge = Math.floor(keys[at]! / 2);
      let [count, balance] = [0, 0];
      for (; at < keys.length && Math.floor(keys[at]! / 2) === edge; at += 1) {
        count += 1;
        balance += keys[at]! % 2 === 0 ? 1 : -1;
      }
      if (count % 2 === 1) openEdges += 1;
      else if (balance !== 0) turnedEdges += 1;
    }
  }
  return { isClosed: openEdges === 0 && turnedEdges === 0, openEdges, turnedEdges };
}

/** A number for each edge of each triangle: by its places, and last whether it runs from the lower to the higher one. */
function edgeKeys(
  triangles: Uint32Array,
  places: Uint32Array,
  count: number,
  pass: number,
  passes: number,
): Float64Array {
  let length = 0;
  const each = (take: (low: number, high: number, isBackward: number) => void): void => {
    for (let at = 0; at < triangles.length; at += 3)
      for (let corner = 0; corner < 3; corner += 1) {
        const from = places[triangles[at + corner]!]!;
        const to = places[triangles[at + ((corner + 1) % 3)]!]!;
        const low = Math.min(from, to);
        if (from !== to && low % passes === pass) take(low, Math.max(from, to), from < to ? 0 : 1);
      }
  };
  each(() => (length += 1));
  const keys = new Float64Array(length);
  let to = 0;
  each((low, high, isBackward) => {
    keys[to] = 2 * (low * count + high) + isBackward;
    to += 1;
  });
  return keys;
}

/** The volume that triangles enclose which are all turned outwards, and their area; in metres. */
export function enclosedVolume({ positions, triangles }: Surface, metres: Vector3): { volume: number; area: number } {
  let [volume, area] = [0, 0];
  const corners = new Float64Array(9);
  // From the first vertex, so that numbers stay small.
  const zero = [0, 1, 2].map((axis) => positions[axis] ?? 0);
  for (let at = 0; at < triangles.length; at += 3) {
    for (let corner = 0; corner < 3; corner += 1)
      for (let axis = 0; axis < 3; axis += 1)
        corners[3 * corner + axis] = (positions[3 * triangles[at + corner]! + axis]! - zero[axis]!) * metres[axis]!;
    const [ax, ay, az, bx, by, bz, cx, cy, cz] = corners as unknown as number[] as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    volume += (ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)) / 6;
    const [ux, uy, uz, vx, vy, vz] = [bx - ax, by - ay, bz - az, cx - ax, cy - ay, cz - az];
    area += Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) / 2;
  }
  return { volume: Math.abs(volume), area };
}
