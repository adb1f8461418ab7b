/**
 * Renumbers triangles so that vertices of none of them are left out. The others keep their order.
 *
 * @returns the former number of each vertex; null if all are used and nothing is changed
 */
export function keepUsedVertices(triangles: Uint32Array, count: number): Uint32Array | null {
  const isUsed = new Uint8Array(count);
  for (const vertex of triangles) isUsed[vertex] = 1;
  let used = 0;
  for (let vertex = 0; vertex < count; vertex += 1) used += isUsed[vertex]!;
  if (used === count) return null;
  const former = new Uint32Array(used);
  const numbers = new Uint32Array(count);
  let next = 0;
  for (let vertex = 0; vertex < count; vertex += 1) {
    if (isUsed[vertex] === 0) continue;
    former[next] = vertex;
    numbers[vertex] = next;
    next += 1;
  }
  for (let corner = 0; corner < triangles.length; corner += 1) triangles[corner] = numbers[triangles[corner]!]!;
  return former;
}
