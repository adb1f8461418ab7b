import { measureLeaves, type MergeNodes } from './merge-nodes.ts';
import { mergeLevels } from './merge-levels.ts';
import type { Part, PartBox } from './parts.ts';
import { createSlotWriter, partOfSlots, type Slots } from './slots.ts';

/** Splats to merge, in memory that threads share. */
export interface Scene {
  readonly nodes: MergeNodes;
  readonly slots: Slots;
  /** Leaf per slot. */
  readonly order: Uint32Array<SharedArrayBuffer>;
}

export type Tick = (merged: number, level: number) => void;

/** Puts the leaves of a range into their slots. */
export function fillSlots({ nodes, slots, order }: Scene, first: number, end: number): void {
  const write = createSlotWriter(nodes, slots);
  for (let slot = first; slot < end; slot += 1) {
    const leaf = order[slot]!;
    measureLeaves(nodes, leaf, leaf + 1);
    write(slot, leaf);
  }
}

/**
 * Merges the splats of a part, except those whose nearest one may lie outside of it. The part has as many nodes reserved as splats,
 * from the index of its first slot on.
 *
 * @returns the number of merged nodes
 */
export function mergePart(scene: Scene, { first, end, box }: Part, tick: Tick): number {
  const { nodes, slots } = scene;
  fillSlots(scene, first, end);
  const options: { readonly box: PartBox; readonly firstNode: number; readonly tick: Tick } = {
    box,
    firstNode: nodes.leaves + first,
    tick,
  };
  return mergeLevels(nodes, partOfSlots(slots, first, end), options).made;
}

/** Moves the merged nodes of all parts together, without gaps. @returns their number */
export function closeGaps({ nodes, slots }: Scene, parts: readonly Part[], made: readonly number[]): number {
  const { leaves, centres, scales, rotations, opacities, colours, left, right, weights, sizes } = nodes;
  let total = 0;
  parts.forEach(({ first, end }, index) => {
    const count = made[index]!;
    const shift = first - total;
    const move = (values: Float32Array | Float64Array | Int32Array, width: number, before = 0): void => {
      const from = before + first;
      values.copyWithin(width * (before + total), width * from, width * (from + count));
    };
    for (const values of [centres, scales, colours]) move(values, 3);
    move(rotations, 4);
    for (const values of [opacities, left, right]) move(values, 1);
    for (const values of [weights, sizes]) move(values, 1, leaves);
    for (let at = total; at < total + count; at += 1) {
      if (left[at]! >= leaves) left[at]! -= shift;
      if (right[at]! >= leaves) right[at]! -= shift;
    }
    for (let slot = first; slot < end; slot += 1) if (slots.nodes[slot]! >= leaves) slots.nodes[slot]! -= shift;
    total += count;
  });
  return total;
}
