import type { Vector3 } from '../../../../geodata/place/box.ts';
import { PLAIN, type TriangleModel } from '../../model/triangle-model.ts';

/** Places and triangles between them, seen from outside counterclockwise. */
export interface Shape {
  readonly places: readonly Vector3[];
  readonly triangles: readonly (readonly [number, number, number])[];
}

/** A model of shapes, one vertex for each place. */
export function modelOf(shape: Shape, more: Partial<TriangleModel> = {}): TriangleModel {
  return {
    origin: [0, 0, 0],
    positions: Float32Array.from(shape.places.flat()),
    normals: null,
    colours: null,
    uvs: null,
    triangles: Uint32Array.from(shape.triangles.flat()),
    materialOf: new Uint32Array(shape.triangles.length),
    materials: [PLAIN],
    warnings: [],
    ...more,
  };
}

/** Cuts quadrilaterals along a diagonal. */
const quads = (faces: readonly (readonly [number, number, number, number])[]): Shape['triangles'] =>
  faces.flatMap(([a, b, c, d]) => [[a, b, c] as const, [a, c, d] as const]);

export function box([x, y, z]: Vector3, [width, depth, height]: Vector3): Shape {
  const places = [0, 1, 2, 3, 4, 5, 6, 7].map((at): Vector3 => [
    x + (at & 1 ? width : 0),
    y + (at & 2 ? depth : 0),
    z + (at & 4 ? height : 0),
  ]);
  const triangles = quads([
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ]);
  return { places, triangles };
}

/** A square pyramid with the middle of its base at zero. */
export function pyramid(side: number, height: number): Shape {
  const half = side / 2;
  return {
    places: [
      [-half, -half, 0],
      [half, -half, 0],
      [half, half, 0],
      [-half, half, 0],
      [0, 0, height],
    ],
    triangles: [
      [0, 2, 1],
      [0, 3, 2],
      [0, 1, 4],
      [1, 2, 4],
      [2, 3, 4],
      [3, 0, 4],
    ],
  };
}

/** A prism with so many sides, whose corners lie on a circle: its middle at zero, from 0 up to its height. */
export function cylinder(radius: number, height: number, sides: number): Shape {
  const ring = (z: number): Vector3[] =>
    Array.from({ length: sides }, (_, at) => {
      const angle = (2 * Math.PI * at) / sides;
      return [radius * Math.cos(angle), radius * Math.sin(angle), z];
    });
  const places: Vector3[] = [...ring(0), ...ring(height), [0, 0, 0], [0, 0, height]];
  const triangles = Array.from({ length: sides }, (_, at) => {
    const next = (at + 1) % sides;
    return [
      ...quads([[at, next, sides + next, sides + at]]),
      [next, at, 2 * sides] as const,
      [sides + at, sides + next, 2 * sides + 1] as const,
    ];
  }).flat();
  return { places, triangles };
}

/** A sphere around zero: an octahedron whose triangles are cut into four so often. */
export function sphere(radius: number, times: number): Shape {
  let places: Vector3[] = [
    [1, 0, 0],
    [-1, 0, 0],
    [0, 1, 0],
    [0, -1, 0],
    [0, 0, 1],
    [0, 0, -1],
  ];
  let triangles: readonly (readonly [number, number, number])[] = [
    [0, 2, 4],
    [2, 1, 4],
    [1, 3, 4],
    [3, 0, 4],
    [2, 0, 5],
    [1, 2, 5],
    [3, 1, 5],
    [0, 3, 5],
  ];
  for (let time = 0; time < times; time += 1) {
    const middles = new Map<string, number>();
    const middle = (a: number, b: number): number => {
      const key = a < b ? `${a} ${b}` : `${b} ${a}`;
      const known = middles.get(key);
      if (known !== undefined) return known;
      const sum = [0, 1, 2].map((axis) => places[a]![axis]! + places[b]![axis]!) as unknown as Vector3;
      const length = Math.hypot(...sum);
      places.push(sum.map((value) => value / length) as unknown as Vector3);
      middles.set(key, places.length - 1);
      return places.length - 1;
    };
    triangles = triangles.flatMap(([a, b, c]) => {
      const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
      return [[a, ab, ca] as const, [ab, b, bc] as const, [ca, bc, c] as const, [ab, bc, ca] as const];
    });
  }
  places = places.map((place) => place.map((value) => value * radius) as unknown as Vector3);
  return { places, triangles };
}

/** A surface above a square of unit cells. */
export function surface(cells: number, heightAt: (x: number, y: number) => number): Shape {
  const side = cells + 1;
  const places = Array.from({ length: side * side }, (_, at): Vector3 => {
    const [x, y] = [at % side, Math.floor(at / side)];
    return [x, y, heightAt(x, y)];
  });
  const triangles = Array.from({ length: cells * cells }, (_, at) => {
    const corner = Math.floor(at / cells) * side + (at % cells);
    return quads([[corner, corner + 1, corner + side + 1, corner + side]]);
  }).flat();
  return { places, triangles };
}

/** The convex hull of places, by adding one after the other (four at least, not in one plane). */
export function convexHull(places: readonly Vector3[]): Shape | null {
  const volume = (a: Vector3, b: Vector3, c: Vector3, d: Vector3): number => {
    const [u, v, w] = [b, c, d].map((each) => each.map((value, axis) => value - a[axis]!)) as [
      number[],
      number[],
      number[],
    ];
    return (
      u[0]! * (v[1]! * w[2]! - v[2]! * w[1]!) -
      u[1]! * (v[0]! * w[2]! - v[2]! * w[0]!) +
      u[2]! * (v[0]! * w[1]! - v[1]! * w[0]!)
    );
  };
  const side = ([a, b, c]: readonly [number, number, number], place: Vector3): number =>
    volume(places[a]!, places[b]!, places[c]!, place);
  if (places.length < 4 || Math.abs(side([0, 1, 2], places[3]!)) < 1e-6) return null;
  const first = side([0, 1, 2], places[3]!) < 0 ? ([0, 1, 2] as const) : ([0, 2, 1] as const);
  const [a, b, c] = first;
  let triangles: (readonly [number, number, number])[] = [
    [a, b, c],
    [a, 3, b],
    [b, 3, c],
    [c, 3, a],
  ];
  for (let at = 4; at < places.length; at += 1) {
    const seen = triangles.filter((triangle) => side(triangle, places[at]!) > 1e-12);
    const edges = new Set(seen.flatMap(([x, y, z]) => [`${x} ${y}`, `${y} ${z}`, `${z} ${x}`]));
    const border = [...edges]
      .map((edge) => edge.split(' ').map(Number) as [number, number])
      .filter(([from, to]) => !edges.has(`${to} ${from}`));
    triangles = [
      ...triangles.filter((triangle) => !seen.includes(triangle)),
      ...border.map(([from, to]) => [from, to, at] as const),
    ];
  }
  return { places, triangles };
}

/** Edges of a model that not just two triangles have, by the places of their ends. */
export function openEdges({ positions, triangles }: Pick<TriangleModel, 'positions' | 'triangles'>): number {
  const place = (vertex: number): string => positions.subarray(3 * vertex, 3 * vertex + 3).join(' ');
  const counts = new Map<string, number>();
  for (let at = 0; at < triangles.length; at += 3)
    for (let corner = 0; corner < 3; corner += 1) {
      const [from, to] = [place(triangles[at + corner]!), place(triangles[at + ((corner + 1) % 3)]!)];
      if (from === to) continue;
      const edge = from < to ? `${from} ${to}` : `${to} ${from}`;
      // An edge that two triangles have once in each direction is whole.
      counts.set(edge, (counts.get(edge) ?? 0) + (from < to ? 1 : -1));
    }
  return [...counts.values()].filter((count) => count !== 0).length;
}
