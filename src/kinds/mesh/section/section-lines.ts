import type { Vector3 } from '../../../geodata/place/box.ts';
import { createBoxTree } from '../../../geodata/planar/box-tree.ts';
import type { Crossings } from './cut.ts';
import { joinSegments } from './join.ts';

/** A line of a section. */
export interface SectionLine {
  /** x, y, z of each position, in metres from the zero of the model's positions; of a closed line the first is repeated. */
  readonly places: Float64Array;
  /** Across and up of each position in the plane of the drawing, in metres. */
  readonly flat: Float64Array;
  readonly isClosed: boolean;
  /** In metres. */
  readonly length: number;
  /** Enclosed by the line, in square metres; 0 for one that is not closed. */
  readonly area: number;
}

/** Turns a place into across and up of the drawing. */
export type Flatten = (x: number, y: number, z: number) => readonly [across: number, up: number];

/** Joins crossings into lines. What has no length is left out. */
export function sectionLines(crossings: Crossings, flatten: Flatten): readonly SectionLine[] {
  return joinSegments(crossings).flatMap(({ nodes, isClosed }) => {
    const ring = isClosed ? [...nodes, nodes[0]!] : nodes;
    const places = withoutRepeats(ring, crossings.nodes);
    const count = places.length / 3;
    if (count < 2) return [];
    const flat = new Float64Array(2 * count);
    let length = 0;
    for (let at = 0; at < count; at += 1) {
      const [x, y, z] = placeAt(places, at);
      flat.set(flatten(x, y, z), 2 * at);
      if (at === 0) continue;
      const [beforeX, beforeY, beforeZ] = placeAt(places, at - 1);
      length += Math.hypot(x - beforeX, y - beforeY, z - beforeZ);
    }
    return [{ places, flat, isClosed, length, area: isClosed ? Math.abs(signedArea(flat)) : 0 }];
  });
}

const placeAt = (places: Float64Array, at: number): Vector3 => [
  places[3 * at]!,
  places[3 * at + 1]!,
  places[3 * at + 2]!,
];

function withoutRepeats(ring: readonly number[], nodes: Float64Array): Float64Array {
  const places = new Float64Array(3 * ring.length);
  let count = 0;
  for (const node of ring) {
    const [x, y, z] = placeAt(nodes, node);
    if (count > 0 && places[3 * count - 3] === x && places[3 * count - 2] === y && places[3 * count - 1] === z)
      continue;
    places.set([x, y, z], 3 * count);
    count += 1;
  }
  return places.subarray(0, 3 * count);
}

/** Signed area of a ring whose last position is its first. Taken from that position, as coordinates may be large. */
function signedArea(flat: Float64Array): number {
  const [x0, y0] = [flat[0]!, flat[1]!];
  let sum = 0;
  for (let at = 0; at + 3 < flat.length; at += 2)
    sum += (flat[at]! - x0) * (flat[at + 3]! - y0) - (flat[at + 2]! - x0) * (flat[at + 1]! - y0);
  return sum / 2;
}

/** The area that closed lines enclose together: a line within another one is a hole, one within a hole is not, and so on. */
export function enclosedArea(lines: readonly SectionLine[]): number {
  const rings = lines.filter(({ isClosed, area }) => isClosed && area > 0);
  const boxes = new Float64Array(4 * rings.length);
  rings.forEach(({ flat }, ring) => boxes.set(boxOf(flat), 4 * ring));
  if (rings.length === 0) return 0;
  const tree = createBoxTree(boxes);
  return rings.reduce((sum, { flat, area }, ring) => {
    // The middle of its first side: a corner may touch other lines.
    const [x, y] = [(flat[0]! + flat[2]!) / 2, (flat[1]! + flat[3]!) / 2];
    let depth = 0;
    tree.search(x, y, x, y, (other) => {
      if (other !== ring && contains(rings[other]!.flat, x, y)) depth += 1;
      return false;
    });
    return sum + (depth % 2 === 0 ? area : -area);
  }, 0);
}

export function boxOf(flat: Float64Array): readonly [number, number, number, number] {
  let [left, low, right, high] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < flat.length; at += 2) {
    left = Math.min(left, flat[at]!);
    right = Math.max(right, flat[at]!);
    low = Math.min(low, flat[at + 1]!);
    high = Math.max(high, flat[at + 1]!);
  }
  return [left, low, right, high];
}

/** By how often a way to the right crosses the ring. */
function contains(flat: Float64Array, x: number, y: number): boolean {
  let isInside = false;
  for (let at = 0; at + 3 < flat.length; at += 2) {
    const [x1, y1, x2, y2] = [flat[at]!, flat[at + 1]!, flat[at + 2]!, flat[at + 3]!];
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) isInside = !isInside;
  }
  return isInside;
}
