import { OperationRefusal } from '../../../engine/for-children.ts';
import type { Vector3 } from '../../../geodata/place/box.ts';
import type { Crossings, Plane } from './cut.ts';
import type { Flatten } from './section-lines.ts';

/** A plane to cut with, and how its section is drawn. */
export interface Cut {
  readonly plane: Plane;
  readonly flatten: Flatten;
  /** The part of the plane that counts, by what `flatten` answers for across; null: all of it. */
  readonly between: readonly [from: number, to: number] | null;
}

/** Metres: shorter legs have no direction. */
const LEAST_LEG = 1e-6;

/**
 * Vertical planes along the legs of a line. Distances of the drawing count from the start of the line.
 *
 * @param line x and y in metres. @throws OperationRefusal for a line without length
 */
export function cutsAlong(line: readonly (readonly [number, number])[]): readonly Cut[] {
  const cuts: Cut[] = [];
  let start = 0;
  for (let at = 1; at < line.length; at += 1) {
    const [[x1, y1], [x2, y2]] = [line[at - 1]!, line[at]!];
    const length = Math.hypot(x2 - x1, y2 - y1);
    if (!(length >= LEAST_LEG)) continue;
    const [east, north] = [(x2 - x1) / length, (y2 - y1) / length];
    const from = start;
    cuts.push({
      // Seen from the right of the line, so that it runs to the right.
      plane: { normal: [-north, east, 0], distance: east * y1 - north * x1 },
      flatten: (x, y, z) => [from + east * (x - x1) + north * (y - y1), z],
      between: [from, from + length],
    });
    start += length;
  }
  if (cuts.length === 0) throw new OperationRefusal('The line has no length.');
  return cuts;
}

/** A horizontal plane, seen from above. @param height in metres */
export const cutAtHeight = (height: number): Cut => ({
  plane: { normal: [0, 0, 1], distance: height },
  flatten: (x, y) => [x, y],
  between: null,
});

/** From which steepness on a plane counts as horizontal: its up leads nowhere. */
const LEVEL = 1e-9;

/**
 * A plane through a point, seen against its normal: up is up as far as the plane allows.
 *
 * @param point in metres. @throws OperationRefusal for a normal without length
 */
export function cutByNormal(point: Vector3, normal: Vector3): Cut {
  const length = Math.hypot(...normal);
  if (!(length > 0) || !Number.isFinite(length)) throw new OperationRefusal('The normal of the plane has no length.');
  const [x, y, z] = normal.map((value) => value / length) as unknown as Vector3;
  const steepness = Math.hypot(x, y);
  // Across lies in the plane and is level; up is at right angles to both.
  const across: Vector3 = steepness < LEVEL ? [z < 0 ? -1 : 1, 0, 0] : [-y / steepness, x / steepness, 0];
  const up: Vector3 = [y * across[2] - z * across[1], z * across[0] - x * across[2], x * across[1] - y * across[0]];
  const along = (axis: Vector3, px: number, py: number, pz: number): number =>
    axis[0] * px + axis[1] * py + axis[2] * pz;
  return {
    plane: { normal: [x, y, z], distance: along([x, y, z], ...point) },
    flatten: (px, py, pz) => [along(across, px, py, pz), along(up, px, py, pz)],
    between: null,
  };
}

/** Cuts segments off beyond a part of the plane. Where one is cut it gets a node of its own. */
export function withinPart({ nodes, segments }: Crossings, { flatten, between }: Cut): Crossings {
  if (between === null) return { nodes, segments };
  const [low, high] = between;
  const made: number[] = [];
  const kept: number[] = [];
  const count = nodes.length / 3;
  const acrossOf = (node: number): number => flatten(nodes[3 * node]!, nodes[3 * node + 1]!, nodes[3 * node + 2]!)[0];
  /** The end of a segment, or where it leaves the part on the way to it. */
  const endOf = (from: number, to: number, start: number, end: number): number => {
    if (end >= low && end <= high) return to;
    const share = ((end < low ? low : high) - start) / (end - start);
    for (let axis = 0; axis < 3; axis += 1)
      made.push(nodes[3 * from + axis]! + share * (nodes[3 * to + axis]! - nodes[3 * from + axis]!));
    return count + made.length / 3 - 1;
  };
  for (let at = 0; at < segments.length; at += 2) {
    const [from, to] = [segments[at]!, segments[at + 1]!];
    const [start, end] = [acrossOf(from), acrossOf(to)];
    if (Math.max(start, end) < low || Math.min(start, end) > high) continue;
    kept.push(endOf(to, from, end, start), endOf(from, to, start, end));
  }
  const all = new Float64Array(nodes.length + made.length);
  all.set(nodes);
  all.set(made, nodes.length);
  return { nodes: all, segments: Uint32Array.from(kept) };
}
