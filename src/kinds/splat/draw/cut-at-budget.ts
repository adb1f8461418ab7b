import type { Vector3 } from '../../../geodata/place/box.ts';
import { featureSize } from '../lod/feature-size.ts';
import type { SplatTree } from '../model/splat-tree.ts';

/**
 * Chooses splats of a tree that stand for the whole scene, at most as many as a budget. From the root on, the splat that looks largest
 * from the eye is replaced by its children. A splat whose children exceed the remaining budget stays.
 */
export function cutAtBudget(tree: SplatTree, budget: number, eye: Vector3): Uint32Array {
  const { childCounts, childStarts } = tree;
  const drawn: number[] = [];
  const heap = createHeap(tree.splats.count);
  heap.push(0, sizeFrom(tree, 0, eye));
  let count = 1;
  for (let splat = heap.pop(); splat >= 0; splat = heap.pop()) {
    const children = childCounts[splat]!;
    if (children === 0 || count - 1 + children > budget) {
      drawn.push(splat);
      continue;
    }
    count += children - 1;
    const start = childStarts[splat]!;
    for (let child = start; child < start + children; child += 1) heap.push(child, sizeFrom(tree, child, eye));
  }
  return Uint32Array.from(drawn).sort();
}

/** Feature size of a splat divided by its distance, which is about its angular size. */
function sizeFrom({ splats }: SplatTree, index: number, eye: Vector3): number {
  const { centres, scales, opacities } = splats;
  const x = centres[3 * index]! - eye[0];
  const y = centres[3 * index + 1]! - eye[1];
  const z = centres[3 * index + 2]! - eye[2];
  const size = featureSize(scales[3 * index]!, scales[3 * index + 1]!, scales[3 * index + 2]!, opacities[index]!);
  return size / Math.max(Math.sqrt(x * x + y * y + z * z), Number.MIN_VALUE);
}

interface Heap {
  push(splat: number, size: number): void;
  /** Removes and returns the splat of the largest size; -1 if the heap is empty. */
  pop(): number;
}

/** Creates a binary heap. */
function createHeap(room: number): Heap {
  const splats = new Uint32Array(room);
  const sizes = new Float64Array(room);
  let count = 0;
  return {
    push(splat, size) {
      let at = count;
      count += 1;
      while (at > 0) {
        const parent = (at - 1) >> 1;
        if (sizes[parent]! >= size) break;
        sizes[at] = sizes[parent]!;
        splats[at] = splats[parent]!;
        at = parent;
      }
      sizes[at] = size;
      splats[at] = splat;
    },
    pop() {
      if (count === 0) return -1;
      const top = splats[0]!;
      count -= 1;
      const splat = splats[count]!;
      const size = sizes[count]!;
      let at = 0;
      for (let child = 1; child < count; child = 2 * at + 1) {
        if (child + 1 < count && sizes[child + 1]! > sizes[child]!) child += 1;
        if (sizes[child]! <= size) break;
        sizes[at] = sizes[child]!;
        splats[at] = splats[child]!;
        at = child;
      }
      sizes[at] = size;
      splats[at] = splat;
      return top;
    },
  };
}
