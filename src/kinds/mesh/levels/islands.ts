import { sharedNumbers } from './shared-arrays.ts';

/** By vertex, a number that those have in common that triangles connect: the parts that pictures are cut into. */
export function islandsOf(triangles: Uint32Array, vertexCount: number): Uint32Array {
  const parent = sharedNumbers(vertexCount);
  for (let vertex = 0; vertex < vertexCount; vertex += 1) parent[vertex] = vertex;
  const rootOf = (vertex: number): number => {
    let at = vertex;
    while (parent[at] !== at) at = parent[at] = parent[parent[at]!]!;
    return at;
  };
  for (let at = 0; at < triangles.length; at += 3) {
    const root = rootOf(triangles[at]!);
    parent[rootOf(triangles[at + 1]!)] = root;
    parent[rootOf(triangles[at + 2]!)] = root;
  }
  for (let vertex = 0; vertex < vertexCount; vertex += 1) parent[vertex] = rootOf(vertex);
  return parent;
}

/** Whether a triangle spans several islands: its places in a picture are unrelated. */
export const isTorn = (islands: Uint32Array, a: number, b: number, c: number): boolean =>
  islands[a] !== islands[b] || islands[b] !== islands[c];
