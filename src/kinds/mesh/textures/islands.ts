/** Triangles of one look that hang together in their picture. */
export interface Islands {
  readonly count: number;
  /** Island of each vertex; -1 where it is in none. */
  readonly islandOf: Int32Array;
  /** Number of the look of each island. */
  readonly lookOf: Int32Array;
  /** Left, top, right, bottom of each: picture widths and heights from the upper left corner of the picture. */
  readonly bounds: Float64Array;
}

export const NO_ISLAND = -1;

/**
 * Finds the islands of triangles. Vertices with the same picture place are one here, so that an edge with two normals does not cut an
 * island.
 *
 * @param uvs of the vertices, from the lower left corner
 * @param lookOf of each vertex; -1 for one that needs no picture
 */
export function findIslands(triangles: Uint32Array | Uint16Array, uvs: Float32Array, lookOf: Int32Array): Islands {
  const parent = samePlaces(uvs, lookOf);
  for (let at = 0; at < triangles.length; at += 3) {
    if (lookOf[triangles[at]!]! < 0) continue;
    join(parent, triangles[at]!, triangles[at + 1]!);
    join(parent, triangles[at]!, triangles[at + 2]!);
  }
  const islandOf = new Int32Array(lookOf.length).fill(NO_ISLAND);
  const numberOf = new Int32Array(lookOf.length).fill(NO_ISLAND);
  const looks: number[] = [];
  const bounds: number[] = [];
  for (const vertex of triangles) {
    if (lookOf[vertex]! < 0 || islandOf[vertex] !== NO_ISLAND) continue;
    const root = rootOf(parent, vertex);
    if (numberOf[root] === NO_ISLAND) {
      numberOf[root] = looks.length;
      looks.push(lookOf[vertex]!);
      bounds.push(Infinity, Infinity, -Infinity, -Infinity);
    }
    const island = numberOf[root]!;
    islandOf[vertex] = island;
    const [x, y] = [acrossOf(uvs, vertex), downOf(uvs, vertex)];
    bounds[4 * island] = Math.min(bounds[4 * island]!, x);
    bounds[4 * island + 1] = Math.min(bounds[4 * island + 1]!, y);
    bounds[4 * island + 2] = Math.max(bounds[4 * island + 2]!, x);
    bounds[4 * island + 3] = Math.max(bounds[4 * island + 3]!, y);
  }
  return { count: looks.length, islandOf, lookOf: Int32Array.from(looks), bounds: Float64Array.from(bounds) };
}

/** Picture widths from the left; 0 for what is not a number. */
export const acrossOf = (uvs: Float32Array, vertex: number): number => finite(uvs[2 * vertex]!);
/** Picture heights from the top. */
export const downOf = (uvs: Float32Array, vertex: number): number => 1 - finite(uvs[2 * vertex + 1]!);

const finite = (value: number): number => (Number.isFinite(value) ? value : 0);

/** A forest of vertices in which those with the same look and place hang together. */
function samePlaces(uvs: Float32Array, lookOf: Int32Array): Int32Array {
  const count = lookOf.length;
  const parent = Int32Array.from({ length: count }, (_, vertex) => vertex);
  const bits = new Int32Array(uvs.buffer, uvs.byteOffset, uvs.length);
  const slots = 2 ** Math.ceil(Math.log2(2 * count + 1));
  const table = new Int32Array(slots).fill(-1);
  for (let vertex = 0; vertex < count; vertex += 1) {
    const [u, v, look] = [bits[2 * vertex]!, bits[2 * vertex + 1]!, lookOf[vertex]!];
    if (look < 0) continue;
    let hash = Math.imul(Math.imul(u, 0x9e3779b1) ^ v, 0x85ebca6b) ^ look;
    hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35);
    let slot = (hash ^ (hash >>> 13)) & (slots - 1);
    for (; table[slot] !== -1; slot = (slot + 1) & (slots - 1)) {
      const other = table[slot]!;
      if (bits[2 * other] === u && bits[2 * other + 1] === v && lookOf[other] === look) break;
    }
    if (table[slot] === -1) table[slot] = vertex;
    else parent[vertex] = table[slot]!;
  }
  return parent;
}

function rootOf(parent: Int32Array, vertex: number): number {
  let root = vertex;
  while (parent[root] !== root) {
    parent[root] = parent[parent[root]!]!;
    root = parent[root]!;
  }
  return root;
}

function join(parent: Int32Array, one: number, other: number): void {
  const [first, second] = [rootOf(parent, one), rootOf(parent, other)];
  parent[Math.max(first, second)] = Math.min(first, second);
}
