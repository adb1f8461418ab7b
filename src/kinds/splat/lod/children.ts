import type { MergeNodes } from './merge-nodes.ts';

/** Returns a function that lists and counts the children of a node. The children of a pruned child replace it. */
export function createChildrenOf(
  { leaves, left, right }: MergeNodes,
  stays: Uint8Array,
): (node: number, out: Uint32Array) => number {
  let stack = new Uint32Array(64);
  return (node, out) => {
    if (node < leaves) return 0;
    let [depth, count] = [2, 0];
    stack[0] = right[node - leaves]!;
    stack[1] = left[node - leaves]!;
    while (depth > 0) {
      const child = stack[(depth -= 1)]!;
      if (stays[child] === 1) {
        out[count++] = child;
        continue;
      }
      if (depth + 2 > stack.length) {
        const longer = new Uint32Array(2 * stack.length);
        longer.set(stack);
        stack = longer;
      }
      stack[depth++] = right[child - leaves]!;
      stack[depth++] = left[child - leaves]!;
    }
    return count;
  };
}
