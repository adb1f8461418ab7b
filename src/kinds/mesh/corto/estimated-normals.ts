/** Sum of the normals of the triangles around each vertex, each as long as twice the area. Not of unit length. */
export function normalsOfTriangles(places: Int32Array, triangles: Uint32Array): Float32Array {
  const normals = new Float32Array(places.length);
  for (let corner = 0; corner < triangles.length; corner += 3) {
    const [a, b, c] = [3 * triangles[corner]!, 3 * triangles[corner + 1]!, 3 * triangles[corner + 2]!];
    const [bx, by, bz] = [places[b]! - places[a]!, places[b + 1]! - places[a + 1]!, places[b + 2]! - places[a + 2]!];
    const [cx, cy, cz] = [places[c]! - places[a]!, places[c + 1]! - places[a + 1]!, places[c + 2]! - places[a + 2]!];
    const [x, y, z] = [by * cz - bz * cy, bz * cx - bx * cz, bx * cy - by * cx];
    for (const vertex of [a, b, c]) {
      normals[vertex]! += x;
      normals[vertex + 1]! += y;
      normals[vertex + 2]! += z;
    }
  }
  return normals;
}

/**
 * Marks the vertices of open borders, as the format does: around an inner vertex each neighbour occurs twice, so the exclusive or of
 * all of them is zero.
 */
export function bordersOf(vertexCount: number, triangles: Uint32Array): Uint32Array {
  const marks = new Uint32Array(vertexCount);
  for (let corner = 0; corner < triangles.length; corner += 3) {
    const [a, b, c] = [triangles[corner]!, triangles[corner + 1]!, triangles[corner + 2]!];
    marks[a]! ^= b ^ c;
    marks[b]! ^= c ^ a;
    marks[c]! ^= a ^ b;
  }
  return marks;
}
