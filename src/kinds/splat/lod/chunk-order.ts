import { ADVANCE_EVERY, type Advance } from './advance.ts';
import { createChildrenOf } from './children.ts';
import { covariance } from './covariance.ts';
import type { MergeNodes } from './merge-nodes.ts';
import { SizeHeap } from './size-heap.ts';

/** Splats of a chunk, the unit that viewers fetch. */
export const CHUNK_SPLATS = 65_536;
/** Minimum room in a chunk for a group of open parents; a smaller group is not worth a request. */
const LEAST_ROOM = 8192;
/** Standard deviations around a centre that count for the box of a group; beyond them a splat is hardly visible. */
const DEVIATIONS = 1.5;
/** A box longer than this many times its width is halved along its longest axis; its octants would be as oblong as the box. */
const OBLONG = 3;
/** Octants in an order in which each touches the one before. */
const OCTANTS = [0, 1, 3, 2, 6, 7, 5, 4] as const;

export interface ChunkOrder {
  /** Node per position in the file. */
  readonly order: Uint32Array;
  readonly childCounts: Uint16Array<SharedArrayBuffer>;
  readonly childStarts: Uint32Array<SharedArrayBuffer>;
}

/**
 * Orders a tree for reading from its start. The root comes first. Then the parent with the largest feature is opened again and again,
 * which appends its children, until the chunk is full. The remaining parents are split by space. Each group continues alone, so that
 * a later chunk refines one region.
 */
export function chunkOrder(nodes: MergeNodes, stays: Uint8Array, advance: Advance = () => undefined): ChunkOrder {
  const { leaves } = nodes;
  let count = 0;
  for (let node = 0; node < stays.length; node += 1) count += stays[node]!;
  const order = new Uint32Array(count);
  const childCounts = new Uint16Array(new SharedArrayBuffer(2 * count));
  const childStarts = new Uint32Array(new SharedArrayBuffer(4 * count));
  const childrenOf = createChildrenOf(nodes, stays);
  const children = new Uint32Array(CHUNK_SPLATS);
  // The heap returns the smallest first, so sizes are negated. It holds positions in the file, not nodes.
  const urgency = new Float32Array(count);
  const heap = new SizeHeap(urgency);
  const split = createSplitter(nodes, order);
  let placed = 0;
  const place = (node: number): void => {
    if (placed % ADVANCE_EVERY === 0) advance(placed / count);
    order[placed] = node;
    urgency[placed] = -nodes.sizes[node]!;
    placed += 1;
  };
  place(stays.length - 1);

  const groups: Int32Array[] = stays.length > leaves ? [Int32Array.of(0)] : [];
  for (let next = 0; next < groups.length; next += 1) {
    const group = groups[next]!;
    groups[next] = NONE;
    heap.fill(group, group.length);
    const start = placed;
    const end = Math.ceil((placed + LEAST_ROOM) / CHUNK_SPLATS) * CHUNK_SPLATS;
    while (heap.count > 0) {
      const parent = heap.pop();
      const found = childrenOf(order[parent]!, children);
      // A parent with more children than fit crosses the end of the chunk if it is the first of its group.
      if (placed + found > end && placed > start) {
        heap.push(parent);
        break;
      }
      childCounts[parent] = found;
      childStarts[parent] = placed;
      for (let index = 0; index < found; index += 1) {
        place(children[index]!);
        if (children[index]! >= leaves) heap.push(placed - 1);
      }
    }
    if (heap.count > 0) groups.push(...split(heap.rest()));
  }
  return { order, childCounts, childStarts };
}

const NONE = new Int32Array();

/** Returns a function that splits positions of parents by space. */
function createSplitter(nodes: MergeNodes, order: Uint32Array): (group: Int32Array) => Int32Array[] {
  const { leaves, centres, scales, rotations } = nodes;
  const cov = new Float64Array(6);
  return (group) => {
    const min = [Infinity, Infinity, Infinity];
    const max = [-Infinity, -Infinity, -Infinity];
    for (const place of group) {
      const at = order[place]! - leaves;
      const [x, y, z] = [scales[3 * at]!, scales[3 * at + 1]!, scales[3 * at + 2]!];
      const q = 4 * at;
      covariance(x * x, y * y, z * z, rotations[q]!, rotations[q + 1]!, rotations[q + 2]!, rotations[q + 3]!, cov);
      for (let axis = 0; axis < 3; axis += 1) {
        const half = DEVIATIONS * Math.sqrt(cov[axis]!);
        min[axis] = Math.min(min[axis]!, centres[3 * at + axis]! - half);
        max[axis] = Math.max(max[axis]!, centres[3 * at + axis]! + half);
      }
    }
    const sides = max.map((value, axis) => value - min[axis]!);
    const longest = sides.indexOf(Math.max(...sides));
    const isOblong = sides[longest]! >= OBLONG * Math.min(...sides);
    const middle = min.map((value, axis) => (value + max[axis]!) / 2);
    const axes = isOblong ? [longest] : [0, 1, 2];
    const octantOf = (place: number): number => {
      const at = 3 * (order[place]! - leaves);
      return axes.reduce((octant, axis, bit) => octant + (centres[at + axis]! < middle[axis]! ? 0 : 1 << bit), 0);
    };
    const octants = Uint8Array.from(group, octantOf);
    const parts = (isOblong ? [0, 1] : OCTANTS).map((octant) => group.filter((_, index) => octants[index] === octant));
    if (isOblong) parts.sort((a, b) => b.length - a.length);
    return parts.filter((part) => part.length > 0);
  };
}
