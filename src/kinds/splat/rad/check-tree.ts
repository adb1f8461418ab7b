/** What is wrong with a tree of splats, counted. */
export interface TreeFaults {
  /** Splats beside the root that have no parent, so no viewer finds them. */
  readonly orphans: number;
  /** Splats that are children twice. */
  readonly shared: number;
  /** Parents whose children begin before them or at them. */
  readonly backwards: number;
  /** Parents with children that do not exist. */
  readonly outside: number;
}

/** Looks at a tree as viewers know it: splat 0 is the root, children of a splat lie side by side. */
export function checkTree(
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
