/** Gives each vertex whose normal is zero the mean direction of its triangles, larger triangles counting more. */
export function fillMissingNormals(normals: Float32Array, positions: Float32Array, triangles: Uint32Array): void {
  const count = normals.length / 3;
  const isMissing = new Uint8Array(count);
  let hasMissing = false;
  for (let vertex = 0; vertex < count; vertex += 1) {
    const at = 3 * vertex;
    if (normals[at] !== 0 || normals[at + 1] !== 0 || normals[at + 2] !== 0) continue;
    isMissing[vertex] = 1;
    hasMissing = true;
  }
  if (!hasMissing) return;
  for (let at = 0; at < triangles.length; at += 3) addDirection(at, normals, positions, triangles, isMissing);
  for (let vertex = 0; vertex < count; vertex += 1) if (isMissing[vertex] === 1) normalize(normals, 3 * vertex);
}

function addDirection(
  first: number,
  normals: Float32Array,
  positions: Float32Array,
  triangles: Uint32Array,
  isMissing: Uint8Array,
): void {
  const [a, b, c] = [3 * triangles[first]!, 3 * triangles[first + 1]!, 3 * triangles[first + 2]!];
  if (isMissing[a / 3]! + isMissing[b / 3]! + isMissing[c / 3]! === 0) return;
  const side = (to: number, axis: number): number => positions[to + axis]! - positions[a + axis]!;
  for (let axis = 0; axis < 3; axis += 1) {
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    const part = side(b, u) * side(c, v) - side(b, v) * side(c, u);
    for (let corner = 0; corner < 3; corner += 1) {
      const vertex = triangles[first + corner]!;
      if (isMissing[vertex] === 1) normals[3 * vertex + axis]! += part;
    }
  }
}

function normalize(normals: Float32Array, at: number): void {
  const length = Math.hypot(normals[at]!, normals[at + 1]!, normals[at + 2]!);
  // Triangles without an area have no direction; up is as good as any.
  if (!(length > 0 && length < Infinity)) normals.set([0, 0, 1], at);
  else for (let axis = 0; axis < 3; axis += 1) normals[at + axis]! /= length;
}
