import { ADVANCE_EVERY, type Advance } from './advance.ts';
import type { MergeNodes } from './merge-nodes.ts';

/** Ratio to the weight of its heaviest child from which on a merged splat stays. Smaller steps are hardly visible. */
const LEAST_GROWTH = 1.75;
/**
 * Number of children from which on a merged splat stays as well. The children of two such splats together are fewer than 65,536,
 * which the 16 bits of a count hold.
 */
const MOST_HANDED = 32_767;

/** Chooses the nodes of a binary tree to keep. @returns 1 per node that stays, else 0 */
export function prune({ leaves, left, right, weights }: MergeNodes, advance: Advance = () => undefined): Uint8Array {
  const merged = left.length;
  const stays = new Uint8Array(leaves + merged).fill(1, 0, leaves);
  // Weight of the heaviest remaining child, and number of remaining children, per merged node.
  const heaviest = new Float64Array(merged);
  const handed = new Uint16Array(merged);
  for (let at = 0; at < merged; at += 1) {
    if (at % ADVANCE_EVERY === 0) advance(at / merged);
    let most = 0;
    let children = 0;
    for (let side = 0; side < 2; side += 1) {
      const child = side === 0 ? left[at]! : right[at]!;
      const isHanded = stays[child] === 0;
      most = Math.max(most, isHanded ? heaviest[child - leaves]! : weights[child]!);
      children += isHanded ? handed[child - leaves]! : 1;
    }
    heaviest[at] = most;
    handed[at] = children;
    const isRoot = at === merged - 1;
    if (isRoot || children > MOST_HANDED || weights[leaves + at]! >= LEAST_GROWTH * most) stays[leaves + at] = 1;
  }
  return stays;
}
