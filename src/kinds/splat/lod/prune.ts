import { ADVANCE_EVERY, type Advance } from './advance.ts';
import type { MergeNodes } from './merge-nodes.ts';

/** A merged splat stays where it weighs this many times the heaviest of its children. Smaller steps than this are hard to see. */
const LEAST_GROWTH = 1.75;
/**
 * A merged splat stays, too, where this many children would be handed to its parent: those of two such parents are fewer than
 * 65,536, the most that 16 bits count.
 */
const MOST_HANDED = 32_767;

/** Chooses which nodes of a binary tree stay. @returns 1 for each that stays, by node */
export function prune({ leaves, left, right, weights }: MergeNodes, advance: Advance = () => undefined): Uint8Array {
  const merged = left.length;
  const stays = new Uint8Array(leaves + merged).fill(1, 0, leaves);
  // Heaviest of what stays, and how many children a parent gets, for each merged node.
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
