import type { CortoMesh } from '../corto/corto-encode.ts';
import type { Cell } from './cells.ts';

/** What of some nodes lies in a cell. */
export interface CutMesh {
  /** x, y, z of each vertex. */
  readonly positions: Float64Array;
  /** Not all of length 1; null for none. */
  readonly normals: Float32Array | null;
  /** Red, green, blue, alpha of each vertex; null for none. */
  readonly colours: Uint8ClampedArray | null;
  readonly uvs: Float32Array | null;
  readonly triangles: Uint32Array;
  /** Which of the nodes each triangle is of. */
  readonly nodeOf: Uint32Array;
}

type NodeMesh = Pick<CortoMesh, 'positions' | 'normals' | 'colours' | 'uvs' | 'triangles'>;

/** The lower sides of a cell along x, y, z, then the upper ones. */
const PLANES = 6;
const LOWER = 0b000_111;

/**
 * The triangles of nodes inside of a cell, cut at its sides: tiles beside each other then have a common border at all levels, off each other
 * by the error of the coarser one at most. Two cells have the same new vertices at the side that they share.
 *
 * @param slack how near to a side a vertex counts as on it, so that no needles are cut off
 */
export function cutMesh(nodes: readonly NodeMesh[], cell: Cell, slack: number): CutMesh {
  const sheet = createSheet(nodes[0]);
  nodes.forEach((node, number) => {
    const sides = sidesOf(node.positions, cell, slack);
    const numbers = new Int32Array(node.positions.length / 3).fill(-1);
    const numberOf = (vertex: number): number => {
      if (numbers[vertex]! < 0) numbers[vertex] = sheet.take(node, vertex);
      return numbers[vertex]!;
    };
    const cutter = createCutter(sheet, cell, slack);
    for (let at = 0; at < node.triangles.length; at += 3) {
      const [a, b, c] = [node.triangles[at]!, node.triangles[at + 1]!, node.triangles[at + 2]!];
      const [sideA, sideB, sideC] = [sides[a]!, sides[b]!, sides[c]!];
      const some = sideA | sideB | sideC;
      // A triangle in a side, or one that touches it from outside, has nothing in the cell; in an upper side, it has.
      const isOutside = (some & LOWER) !== LOWER || (outsideUpper(some) & ~insideUpper(some)) !== 0;
      if (isOutside) continue;
      if (some >> PLANES === 0) sheet.triangle(numberOf(a), numberOf(b), numberOf(c), number);
      else cutter.cut([numberOf(a), numberOf(b), numberOf(c)], some >> PLANES, number);
    }
  });
  return sheet.finish();
}

/** Bits 0 to 5: inside of a side by more than the slack. Bits 6 to 11: outside of it. */
function sidesOf(positions: Float32Array, { low, high }: Cell, slack: number): Uint16Array {
  const all = new Uint16Array(positions.length / 3);
  for (let vertex = 0; vertex < all.length; vertex += 1) {
    let sides = 0;
    for (let axis = 0; axis < 3; axis += 1) {
      const place = positions[3 * vertex + axis]!;
      const [above, below] = [place - low[axis]!, high[axis]! - place];
      if (above > slack) sides |= 1 << axis;
      else if (above < -slack) sides |= 1 << (axis + PLANES);
      if (below > slack) sides |= 1 << (axis + 3);
      else if (below < -slack) sides |= 1 << (axis + 3 + PLANES);
    }
    all[vertex] = sides;
  }
  return all;
}

const insideUpper = (sides: number): number => (sides >> 3) & 0b111;
const outsideUpper = (sides: number): number => (sides >> (PLANES + 3)) & 0b111;

/** Vertices and triangles as they come together. */
interface Sheet {
  /** Takes a vertex of a node. @returns its number */
  take(node: NodeMesh, vertex: number): number;
  /** Adds a vertex between two others. */
  between(one: number, other: number, share: number, axis: number, at: number): number;
  place(vertex: number, axis: number): number;
  triangle(a: number, b: number, c: number, node: number): void;
  finish(): CutMesh;
}

function createSheet(like: NodeMesh | undefined): Sheet {
  const positions: number[] = [];
  const normals: number[] | null = like?.normals ? [] : null;
  const colours: number[] | null = like?.colours ? [] : null;
  const uvs: number[] | null = like?.uvs ? [] : null;
  const triangles: number[] = [];
  const nodeOf: number[] = [];
  const mix = (values: number[] | null, width: number, one: number, other: number, share: number): void => {
    if (values === null) return;
    for (let part = 0; part < width; part += 1) {
      const [from, to] = [values[width * one + part]!, values[width * other + part]!];
      values.push(from + share * (to - from));
    }
  };
  const copy = (values: number[] | null, width: number, from: ArrayLike<number> | null, vertex: number): void => {
    if (values === null) return;
    for (let part = 0; part < width; part += 1) values.push(from?.[width * vertex + part] ?? 0);
  };
  return {
    take(node, vertex) {
      copy(positions, 3, node.positions, vertex);
      copy(normals, 3, node.normals, vertex);
      copy(colours, 4, node.colours, vertex);
      copy(uvs, 2, node.uvs, vertex);
      return positions.length / 3 - 1;
    },
    between(one, other, share, axis, at) {
      mix(positions, 3, one, other, share);
      mix(normals, 3, one, other, share);
      mix(colours, 4, one, other, share);
      mix(uvs, 2, one, other, share);
      positions[positions.length - 3 + axis] = at;
      return positions.length / 3 - 1;
    },
    place: (vertex, axis) => positions[3 * vertex + axis]!,
    triangle(a, b, c, node) {
      triangles.push(a, b, c);
      nodeOf.push(node);
    },
    finish() {
      // Corners outside of the cell are no vertex of what is left.
      const numbers = new Int32Array(positions.length / 3).fill(-1);
      const used: number[] = [];
      const own = new Uint32Array(triangles.length);
      for (let corner = 0; corner < own.length; corner += 1) {
        const vertex = triangles[corner]!;
        if (numbers[vertex]! < 0) numbers[vertex] = used.push(vertex) - 1;
        own[corner] = numbers[vertex]!;
      }
      const count = used.length;
      return {
        positions: picked(used, positions, 3, new Float64Array(3 * count)),
        normals: normals && picked(used, normals, 3, new Float32Array(3 * count)),
        colours: colours && picked(used, colours, 4, new Uint8ClampedArray(4 * count)),
        uvs: uvs && picked(used, uvs, 2, new Float32Array(2 * count)),
        triangles: own,
        nodeOf: Uint32Array.from(nodeOf),
      };
    },
  };
}

/** The values of some vertices. */
function picked<T extends Float64Array | Float32Array | Uint8ClampedArray>(
  vertices: readonly number[],
  values: readonly number[],
  width: number,
  into: T,
): T {
  for (let at = 0; at < vertices.length; at += 1)
    for (let part = 0; part < width; part += 1) into[width * at + part] = values[width * vertices[at]! + part]!;
  return into;
}

/** More vertices than a cell ever has. */
const MOST_VERTICES = 2 ** 24;

function createCutter(sheet: Sheet, { low, high }: Cell, slack: number) {
  /** Vertices on edges that are cut, so that triangles beside each other share them. */
  const known = new Map<number, number>();
  const vertexAt = (plane: number, inside: number, outside: number): number => {
    const key = (Math.min(inside, outside) * MOST_VERTICES + Math.max(inside, outside)) * PLANES + plane;
    let vertex = known.get(key);
    if (vertex === undefined) {
      const [axis, isUpper] = [plane % 3, plane >= 3];
      const at = isUpper ? high[axis]! : low[axis]!;
      // From the lower end, whichever is inside: the cell beside comes to the same number.
      const [lower, upper] = isUpper ? [inside, outside] : [outside, inside];
      const way = at - sheet.place(lower, axis);
      vertex = sheet.between(lower, upper, way / (way + sheet.place(upper, axis) - at), axis, at);
      known.set(key, vertex);
    }
    return vertex;
  };
  /** How far inside of a side a vertex lies. */
  const depthOf = (vertex: number, plane: number): number => {
    const axis = plane % 3;
    const depth = plane < 3 ? sheet.place(vertex, axis) - low[axis]! : high[axis]! - sheet.place(vertex, axis);
    return Math.abs(depth) <= slack ? 0 : depth;
  };
  return {
    /** @param outside sides that a vertex of the triangle lies outside of */
    cut(corners: readonly number[], outside: number, node: number): void {
      let polygon = corners;
      for (let plane = 0; plane < PLANES && polygon.length > 0; plane += 1) {
        const depths = polygon.map((vertex) => depthOf(vertex, plane));
        const isInside = depths.some((depth) => depth > 0);
        if (!isInside && (plane < 3 || depths.some((depth) => depth < 0))) return;
        if ((outside & (1 << plane)) === 0 || depths.every((depth) => depth >= 0)) continue;
        polygon = polygon.flatMap((vertex, index) => {
          const next = polygon[(index + 1) % polygon.length]!;
          const [depth, nextDepth] = [depths[index]!, depths[(index + 1) % polygon.length]!];
          const kept = depth >= 0 ? [vertex] : [];
          if (depth * nextDepth >= 0) return kept;
          return [...kept, depth > 0 ? vertexAt(plane, vertex, next) : vertexAt(plane, next, vertex)];
        });
      }
      for (let corner = 2; corner < polygon.length; corner += 1)
        sheet.triangle(polygon[0]!, polygon[corner - 1]!, polygon[corner]!, node);
    },
  };
}
