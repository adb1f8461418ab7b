import type { BoundingBox } from '../../datasets/index.ts';
import type { Position } from './position.ts';

type Segment = readonly [Position, Position];

/** What is searched with, or searched for, taken apart: in the plane of longitudes and latitudes, as GeoJSON has it. */
export interface Shape {
  readonly segments: readonly Segment[];
  /** One position of each connected part: where no borders cross, it tells whether the part lies in an area. */
  readonly anchors: readonly Position[];
  /** Rings of each area, the first around it, the others holes. */
  readonly areas: readonly (readonly (readonly Position[])[])[];
}

export const pointShape = (position: Position): Shape => ({ segments: [], anchors: [position], areas: [] });

export const lineShape = (line: readonly Position[]): Shape => ({
  segments: segmentsOf(line),
  anchors: line.slice(0, 1),
  areas: [],
});

export const areaShape = (rings: readonly (readonly Position[])[]): Shape => ({
  segments: rings.flatMap(segmentsOf),
  anchors: rings[0]!.slice(0, 1),
  areas: [rings],
});

export function joined(shapes: readonly Shape[]): Shape {
  return {
    segments: shapes.flatMap(({ segments }) => segments),
    anchors: shapes.flatMap(({ anchors }) => anchors),
    areas: shapes.flatMap(({ areas }) => areas),
  };
}

/** The area of a box; two where it crosses the antimeridian. One without an extent is a point or a line. */
export function boxShape([west, south, east, north]: BoundingBox): Shape {
  if (west > east) return joined([boxShape([west, south, 180, north]), boxShape([-180, south, east, north])]);
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ] as const;
  return areaShape([ring]);
}

/** Whether two shapes have a position in common; borders belong to what they surround. */
export function shapesMeet(a: Shape, b: Shape): boolean {
  const bordersMeet = a.segments.some((segment) => b.segments.some((other) => segmentsMeet(segment, other)));
  return bordersMeet || anyAnchorOn(a, b) || anyAnchorOn(b, a);
}

function anyAnchorOn({ anchors }: Shape, { segments, anchors: others, areas }: Shape): boolean {
  return anchors.some(
    (anchor) =>
      areas.some((rings) => isInside(anchor, rings)) ||
      segments.some((segment) => isOn(anchor, segment)) ||
      others.some(([longitude, latitude]) => longitude === anchor[0] && latitude === anchor[1]),
  );
}

function segmentsOf(line: readonly Position[]): Segment[] {
  return line.slice(1).map((to, index) => [line[index]!, to]);
}

/** Twice the signed area of a triangle: on which side of the line through the first two the third lies. */
function side([ax, ay]: Position, [bx, by]: Position, [cx, cy]: Position): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}

function segmentsMeet([a, b]: Segment, [c, d]: Segment): boolean {
  if (!spansMeet(a[0], b[0], c[0], d[0]) || !spansMeet(a[1], b[1], c[1], d[1])) return false;
  return side(a, b, c) * side(a, b, d) <= 0 && side(c, d, a) * side(c, d, b) <= 0;
}

function spansMeet(a: number, b: number, c: number, d: number): boolean {
  return Math.max(a, b) >= Math.min(c, d) && Math.max(c, d) >= Math.min(a, b);
}

function isOn(position: Position, [from, to]: Segment): boolean {
  return segmentsMeet([position, position], [from, to]) && side(from, to, position) === 0;
}

/** A ray to the east crosses the rings around a position an odd number of times. */
function isInside([x, y]: Position, rings: readonly (readonly Position[])[]): boolean {
  let inside = false;
  for (const ring of rings) {
    for (let index = 1; index < ring.length; index += 1) {
      const [ax, ay] = ring[index - 1]!;
      const [bx, by] = ring[index]!;
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    }
  }
  return inside;
}
