import type { GeoBounds, GeoGeometry, GeoPosition } from '../geometry.ts';
import { createBoxTree, type BoxTree } from './box-tree.ts';

/** What a segment is of: a point (of no length), a line, the ring of an area. The number is the dimension of the part. */
export type SegmentKind = 0 | 1 | 2;

/** A geometry as its segments, ready to be compared with others. */
export interface Shape {
  /** x1, y1, x2, y2 of each. */
  readonly segments: Float64Array;
  readonly kinds: Uint8Array;
  /** Highest dimension of its parts; -1 for nothing. */
  readonly dimension: -1 | SegmentKind;
  /** Where lines end: places at which an odd number of them do, as Simple Features has it. `x y` each. */
  readonly ends: ReadonlySet<string>;
  readonly box: GeoBounds;
  /** Made at the first use. */
  tree(): BoxTree;
}

/** Numbers of a segment. */
export const STRIDE = 4;
export const endKey = (x: number, y: number): string => `${x} ${y}`;

/** @returns the segments of a geometry; those of no length within lines and rings are left out */
export function shapeOf(geometry: GeoGeometry): Shape {
  const [numbers, kinds]: [number[], SegmentKind[]] = [[], []];
  const ends = new Set<string>();
  const toggle = ([x = NaN, y = NaN]: GeoPosition): void => {
    const key = endKey(x, y);
    if (!ends.delete(key)) ends.add(key);
  };
  const addRow = (positions: readonly GeoPosition[], kind: SegmentKind): void => {
    const before = kinds.length;
    for (let at = 1; at < positions.length; at += 1) {
      const [[x1 = NaN, y1 = NaN], [x2 = NaN, y2 = NaN]] = [positions[at - 1]!, positions[at]!];
      if (x1 === x2 && y1 === y2) continue;
      numbers.push(x1, y1, x2, y2);
      kinds.push(kind);
    }
    if (kinds.length === before) return positions.slice(0, 1).forEach(addPoint);
    if (kind === 1) [positions[0]!, positions.at(-1)!].forEach(toggle);
  };
  const addPoint = ([x = NaN, y = NaN]: GeoPosition): void => {
    numbers.push(x, y, x, y);
    kinds.push(0);
  };
  const addRings = (rings: readonly (readonly GeoPosition[])[]): void => rings.forEach((ring) => addRow(ring, 2));
  const add = (part: GeoGeometry): void => {
    switch (part.type) {
      case 'Point':
        return addPoint(part.coordinates);
      case 'MultiPoint':
        return part.coordinates.forEach(addPoint);
      case 'LineString':
        return addRow(part.coordinates, 1);
      case 'MultiLineString':
        return part.coordinates.forEach((line) => addRow(line, 1));
      case 'Polygon':
        return addRings(part.coordinates);
      case 'MultiPolygon':
        return part.coordinates.forEach(addRings);
      case 'GeometryCollection':
        return part.geometries.forEach(add);
    }
  };
  add(geometry);
  const segments = Float64Array.from(numbers);
  let tree: BoxTree | undefined;
  return {
    segments,
    kinds: Uint8Array.from(kinds),
    dimension: kinds.reduce<-1 | SegmentKind>((highest, kind) => (kind > highest ? kind : highest), -1),
    ends,
    box: boxOf(segments),
    tree: () => (tree ??= createBoxTree(segments)),
  };
}

function boxOf(segments: Float64Array): GeoBounds {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < segments.length; at += 2) {
    const [x, y] = [segments[at]!, segments[at + 1]!];
    if (x < west) west = x;
    if (x > east) east = x;
    if (y < south) south = y;
    if (y > north) north = y;
  }
  return [west, south, east, north];
}
