/**
 * Writes a rotation whose largest component the file leaves out. The squares of all four add up to 1.
 *
 * @param at index of x in the rotations
 * @param largest the component that is left out: 0 to 3 for w, x, y, z
 * @param first first of the other components, in the order w, x, y, z
 */
export function unpackRotation(
  rotations: Float32Array,
  at: number,
  largest: number,
  first: number,
  second: number,
  third: number,
): void {
  const rest = Math.sqrt(Math.max(0, 1 - first * first - second * second - third * third));
  rotations[at] = largest === 1 ? rest : largest < 1 ? first : second;
  rotations[at + 1] = largest === 2 ? rest : largest < 2 ? second : third;
  rotations[at + 2] = largest === 3 ? rest : third;
  rotations[at + 3] = largest === 0 ? rest : first;
}
