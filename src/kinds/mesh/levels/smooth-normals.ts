import { growingArray } from '../model/growing-array.ts';

/** Faces that meet at a larger angle meet at an edge that is seen: 45 degrees. */
const CREASE = Math.SQRT1_2;
/** Directions at one place. Further faces take the nearest. */
const MOST_DIRECTIONS = 8;

/** Vertices with a normal: those of a model without, each as often as it has different normals. */
export interface SmoothVertices {
  /** The vertex of the model that each is made of. */
  readonly from: Uint32Array;
  readonly normals: Float32Array;
  readonly triangles: Uint32Array;
}

/**
 * Normals by which a surface is lit: at each place, the sum of the faces that meet there by their areas. Faces on both sides of a crease
 * have normals of their own.
 *
 * @param places by vertex, the first vertex that lies at the same place
 */
export function smoothNormals(positions: Float32Array, triangles: Uint32Array, places: Uint32Array): SmoothVertices {
  const face = faceNormals(positions, triangles);
  const corners = cornersByPlace(triangles, places);
  const vertices = createVertices(places.length);
  const made = new Uint32Array(triangles.length);
  const directions = createDirections();
  let chosen = new Uint8Array(64);
  for (let place = 0; place < places.length; place += 1) {
    const [start, end] = [corners.starts[place]!, corners.starts[place + 1]!];
    if (end - start > chosen.length) chosen = new Uint8Array(2 * (end - start));
    directions.clear();
    for (let at = start; at < end; at += 1) {
      const triangle = Math.floor(corners.list[at]! / 3);
      chosen[at - start] = directions.add(face(triangle));
    }
    for (let at = start; at < end; at += 1) {
      const corner = corners.list[at]!;
      made[corner] = vertices.of(triangles[corner]!, chosen[at - start]!, directions);
    }
  }
  return { ...vertices.all(), triangles: made };
}

/** Three numbers that are written over by the next call. */
type Scratch = Float64Array;

/** Normals of faces, as long as their area is large. */
function faceNormals(positions: Float32Array, triangles: Uint32Array): (triangle: number) => Scratch {
  const normal = new Float64Array(3);
  return (triangle) => {
    const [a, b, c] = [
      3 * triangles[3 * triangle]!,
      3 * triangles[3 * triangle + 1]!,
      3 * triangles[3 * triangle + 2]!,
    ];
    const [ax, ay, az] = [positions[a]!, positions[a + 1]!, positions[a + 2]!];
    const [bx, by, bz] = [positions[b]! - ax, positions[b + 1]! - ay, positions[b + 2]! - az];
    const [cx, cy, cz] = [positions[c]! - ax, positions[c + 1]! - ay, positions[c + 2]! - az];
    normal[0] = by * cz - bz * cy;
    normal[1] = bz * cx - bx * cz;
    normal[2] = bx * cy - by * cx;
    return normal;
  };
}

/** Corners of triangles by place: those at place p stand in `list` from `starts[p]` to `starts[p + 1]`. */
function cornersByPlace(triangles: Uint32Array, places: Uint32Array) {
  const starts = new Uint32Array(places.length + 2);
  for (let corner = 0; corner < triangles.length; corner += 1) starts[places[triangles[corner]!]! + 2]! += 1;
  for (let place = 2; place < starts.length; place += 1) starts[place]! += starts[place - 1]!;
  const list = new Uint32Array(triangles.length);
  for (let corner = 0; corner < triangles.length; corner += 1) {
    const place = places[triangles[corner]!]! + 1;
    list[starts[place]!] = corner;
    starts[place]! += 1;
  }
  return { starts, list };
}

/** Sums of normals that point in about the same direction. */
function createDirections() {
  const sums = new Float64Array(3 * MOST_DIRECTIONS);
  let count = 0;
  const lengthOf = (values: Float64Array, at: number): number =>
    Math.sqrt(values[at]! * values[at]! + values[at + 1]! * values[at + 1]! + values[at + 2]! * values[at + 2]!);
  return {
    clear(): void {
      count = 0;
    },
    /** @returns the number of the direction that the normal was added to */
    add(normal: Scratch): number {
      const length = lengthOf(normal, 0);
      let [best, cosine] = [0, -2];
      for (let direction = 0; direction < count; direction += 1) {
        const at = 3 * direction;
        const product = normal[0]! * sums[at]! + normal[1]! * sums[at + 1]! + normal[2]! * sums[at + 2]!;
        const found = length === 0 ? 1 : product / (length * lengthOf(sums, at) || 1);
        if (found > cosine) [best, cosine] = [direction, found];
      }
      if (cosine < CREASE && count < MOST_DIRECTIONS) {
        best = count;
        sums.fill(0, 3 * best, 3 * best + 3);
        count += 1;
      }
      for (let axis = 0; axis < 3; axis += 1) sums[3 * best + axis]! += normal[axis]!;
      return best;
    },
    /** As a unit vector; up for faces without an area. */
    unit(direction: number): readonly [number, number, number] {
      const length = lengthOf(sums, 3 * direction);
      if (!(length > 0)) return [0, 0, 1];
      return [sums[3 * direction]! / length, sums[3 * direction + 1]! / length, sums[3 * direction + 2]! / length];
    },
  };
}

/** Vertices by the one of the model and the direction. */
function createVertices(count: number) {
  const from = growingArray((length) => new Uint32Array(length));
  const directionOf = growingArray((length) => new Uint8Array(length));
  const normals = growingArray((length) => new Float32Array(length));
  /** The newest of each vertex of the model, and the one before each. */
  const newest = new Int32Array(count).fill(-1);
  const before = growingArray((length) => new Int32Array(length));
  return {
    of(vertex: number, direction: number, directions: ReturnType<typeof createDirections>): number {
      let number = newest[vertex]!;
      while (number >= 0 && directionOf.get(number) !== direction) number = before.get(number);
      if (number >= 0) return number;
      number = from.length;
      from.push(vertex);
      directionOf.push(direction);
      before.push(newest[vertex]!);
      newest[vertex] = number;
      for (const value of directions.unit(direction)) normals.push(value);
      return number;
    },
    all() {
      const vertices = new Uint32Array(from.length);
      for (let number = 0; number < vertices.length; number += 1) vertices[number] = from.get(number);
      const values = new Float32Array(normals.length);
      for (let at = 0; at < values.length; at += 1) values[at] = normals.get(at);
      return { from: vertices, normals: values };
    },
  };
}
