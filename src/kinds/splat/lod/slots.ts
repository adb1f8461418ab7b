import { covariance } from './covariance.ts';
import type { MergeNodes } from './merge-nodes.ts';

/**
 * Numbers per slot: centre, colour, largest variance, logarithm of the determinant of the covariance, covariance as xx, yy, zz, xy,
 * xz, yz, and 2 unused ones. They are read together and take 64 bytes, one cache line.
 */
export const SLOT_NUMBERS = 16;

/** Smaller variances count as this share of the largest, so that covariances of discs and needles stay invertible as 32-bit floats. */
const LEAST_VARIANCE = 1e-6;
/** Range of variances: one of them fits a 32-bit float, and a product of three a double. */
const MIN_VARIANCE = 1e-30;
const MAX_VARIANCE = 1e30;

/**
 * Splats to merge. A merged splat takes the slot of one of its two children.
 */
export interface Slots {
  readonly count: number;
  readonly numbers: Float32Array<SharedArrayBuffer>;
  /** Node per slot; -1 for empty slots. */
  readonly nodes: Int32Array<SharedArrayBuffer>;
}

export const roomForSlots = (count: number): Slots => ({
  count,
  numbers: new Float32Array(new SharedArrayBuffer(4 * SLOT_NUMBERS * count)),
  nodes: new Int32Array(new SharedArrayBuffer(4 * count)),
});

/** Returns a range of slots, which shares their memory. */
export const partOfSlots = ({ numbers, nodes }: Slots, first: number, end: number): Slots => ({
  count: end - first,
  numbers: numbers.subarray(SLOT_NUMBERS * first, SLOT_NUMBERS * end),
  nodes: nodes.subarray(first, end),
});

/** Moves the slots that are not empty together, in their order. */
export function occupiedSlots({ count, numbers, nodes }: Slots): Slots {
  let occupied = 0;
  for (let slot = 0; slot < count; slot += 1) if (nodes[slot]! >= 0) occupied += 1;
  const slots = roomForSlots(occupied);
  for (let [slot, to] = [0, 0]; slot < count; slot += 1) {
    if (nodes[slot]! < 0) continue;
    slots.nodes[to] = nodes[slot]!;
    for (let index = 0; index < SLOT_NUMBERS; index += 1)
      slots.numbers[SLOT_NUMBERS * to + index] = numbers[SLOT_NUMBERS * slot + index]!;
    to += 1;
  }
  return slots;
}

/** Returns a function that writes a node into a slot. */
export function createSlotWriter(nodes: MergeNodes, slots: Slots): (slot: number, node: number) => void {
  const { leaves, model, centres, scales, rotations, colours } = nodes;
  const { numbers } = slots;
  const cov = new Float64Array(6);
  return (slot, node) => {
    const isLeaf = node < leaves;
    const at = isLeaf ? node : node - leaves;
    const to = SLOT_NUMBERS * slot;
    const c = isLeaf ? model.centres : centres;
    const rgb = isLeaf ? model.colours : colours;
    for (let axis = 0; axis < 3; axis += 1) {
      numbers[to + axis] = c[3 * at + axis]!;
      numbers[to + 3 + axis] = rgb[3 * at + axis]!;
    }
    const s = isLeaf ? model.scales : scales;
    const x = s[3 * at]!;
    const y = s[3 * at + 1]!;
    const z = s[3 * at + 2]!;
    const most = Math.min(MAX_VARIANCE, Math.max(MIN_VARIANCE / LEAST_VARIANCE, x * x, y * y, z * z));
    const least = LEAST_VARIANCE * most;
    const u = Math.min(most, Math.max(least, x * x));
    const v = Math.min(most, Math.max(least, y * y));
    const w = Math.min(most, Math.max(least, z * z));
    const q = isLeaf ? model.rotations : rotations;
    covariance(u, v, w, q[4 * at]!, q[4 * at + 1]!, q[4 * at + 2]!, q[4 * at + 3]!, cov);
    numbers[to + 6] = most;
    numbers[to + 7] = Math.log(u * v * w);
    for (let index = 0; index < 6; index += 1) numbers[to + 8 + index] = cov[index]!;
    slots.nodes[slot] = node;
  };
}
