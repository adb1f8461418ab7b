/** Numbers of faults in a tree of splats; all are 0 for a sound tree. */
interface TreeFaults {
  /** Splats other than the root that have no parent, so no viewer draws them. */
  readonly orphans: number;
  /** Splats that have two parents. */
  readonly shared: number;
  /** Parents whose children do not come after them. */
  readonly backwards: number;
  /** Parents with children that do not exist. */
  readonly outside: number;
}

/** Counts the leaves and faults of a tree as viewers read it: splat 0 is the root, and children of a splat are consecutive. */
export function faultsOfTree(
  childCounts: Uint16Array,
  childStarts: Uint32Array,
): { readonly leaves: number; readonly faults: TreeFaults } {
  const total = childCounts.length;
  const parents = new Uint8Array(total);
  let [leaves, backwards, outside] = [0, 0, 0];
  for (let splat = 0; splat < total; splat += 1) {
    const [first, count] = [childStarts[splat]!, childCounts[splat]!];
    if (count === 0) {
      leaves += 1;
      continue;
    }
    if (first <= splat) backwards += 1;
    if (first + count > total) outside += 1;
    for (let child = first; child < Math.min(total, first + count); child += 1)
      parents[child] = Math.min(2, parents[child]! + 1);
  }
  let [orphans, shared] = [0, parents[0]! > 0 ? 1 : 0];
  for (let splat = 1; splat < total; splat += 1) {
    if (parents[splat] === 0) orphans += 1;
    if (parents[splat] === 2) shared += 1;
  }
  return { leaves, faults: { orphans, shared, backwards, outside } };
}
