/** A unit quaternion without its largest component, as several formats store it. */
interface SmallestThree {
  /** Index of the largest component. */
  readonly largest: number;
  /** The other components in their order, negated where the largest is negative. */
  readonly others: readonly number[];
}

/** Leaves out the largest of the four components of a rotation. */
export function smallestThree(rotation: readonly number[]): SmallestThree {
  const sizes = rotation.map(Math.abs);
  const largest = sizes.indexOf(Math.max(...sizes));
  const sign = rotation[largest]! < 0 ? -1 : 1;
  return { largest, others: rotation.filter((_, index) => index !== largest).map((value) => sign * value) };
}
