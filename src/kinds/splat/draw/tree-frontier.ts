/**
 * Lists the finest splats of the start of a tree that stand for the whole scene: a splat is replaced by its children if all of them are
 * in it.
 *
 * @param count number of splats, from the root on
 */
export function treeFrontier(childCounts: Uint16Array, childStarts: Uint32Array, count: number): Uint32Array {
  const isReached = new Uint8Array(count);
  const frontier = new Uint32Array(count);
  let found = 0;
  isReached[0] = 1;
  // Children follow their parent, so the loop visits them later.
  for (let splat = 0; splat < count; splat += 1) {
    if (isReached[splat] === 0) continue;
    const children = childCounts[splat]!;
    const start = childStarts[splat]!;
    if (children > 0 && start + children <= count) isReached.fill(1, start, start + children);
    else frontier[found++] = splat;
  }
  return frontier.slice(0, found);
}
