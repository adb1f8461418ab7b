/**
 * Directions as two whole numbers: the octahedron |x| + |y| + |z| = unit, its lower half folded outwards over the upper one.
 *
 * Source: Cigolle et al., "A Survey of Efficient Representations for Independent Unit Vectors", JCGT 3(2), 2014.
 */

/** @returns u and v from -1 to 1; 0, 0 (up) for a vector without a length */
export function onOctahedron(x: number, y: number, z: number): readonly [u: number, v: number] {
  const length = Math.abs(x) + Math.abs(y) + Math.abs(z);
  if (!(length > 0)) return [0, 0];
  const [u, v] = [x / length, y / length];
  if (z >= 0) return [u, v];
  return [x < 0 ? Math.abs(v) - 1 : 1 - Math.abs(v), y < 0 ? Math.abs(u) - 1 : 1 - Math.abs(u)];
}

/** Writes the unit vector of a place on the octahedron. */
export function fromOctahedron(u: number, v: number, unit: number, target: Float32Array, at: number): void {
  const z = unit - Math.abs(u) - Math.abs(v);
  const x = z >= 0 ? u : Math.sign(u || -1) * (unit - Math.abs(v));
  const y = z >= 0 ? v : Math.sign(v || -1) * (unit - Math.abs(u));
  const length = Math.hypot(x, y, z);
  target[at] = x / length;
  target[at + 1] = y / length;
  target[at + 2] = z / length;
}
