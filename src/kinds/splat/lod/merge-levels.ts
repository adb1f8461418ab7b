import { CellGrid } from './cell-grid.ts';
import { levelOfSize } from './feature-size.ts';
import { createMerger, type MergeNodes } from './merge-nodes.ts';
import { Nearest } from './nearest.ts';
import type { PartBox } from './parts.ts';
import { SizeHeap } from './size-heap.ts';
import { createSlotWriter, SLOT_NUMBERS, type Slots } from './slots.ts';

/** Searches between two calls of `tick`. The slowest take 20 microseconds each, which makes 200 calls a second. */
const TICK_EVERY = 256;

/** Share of searches that reach outside of the box above which merging ends: steps double, so the next level would find hardly a pair. */
const MOST_FROZEN = 0.5;
/** Share of all splats below which a level is too small to judge by, and takes no time. */
const FEW = 0.01;

interface MergeOptions {
  /** Number of the first merged node; the others follow. */
  readonly firstNode: number;
  /** Box of a part: splats whose nearest one may lie outside of it stay unmerged. Null: all splats are present. */
  readonly box: PartBox | null;
  /** Receives the number of merges since the last call, and the level. */
  readonly tick: (merged: number, level: number) => void;
}

interface MergedLevels {
  /** Number of merged nodes. */
  readonly made: number;
  readonly levels: number;
}

/**
 * Merges splats, small ones first. Each level has a step, which is a power of two, and all splats up to that size are active. The
 * smallest is merged with the nearest active one in the 27 cells around it. A merged splat larger than the step waits for the next
 * level, as does one that has no other around.
 */
export function mergeLevels(nodes: MergeNodes, slots: Slots, { firstNode, box, tick }: MergeOptions): MergedLevels {
  const { count, numbers, nodes: nodeOf } = slots;
  const merge = createMerger(nodes);
  const write = createSlotWriter(nodes, slots);
  const sizes = new Float32Array(count);
  for (let slot = 0; slot < count; slot += 1) sizes[slot] = nodes.sizes[nodeOf[slot]!]!;
  const { order, ends, first } = slotsByLevel(sizes);
  const grid = new CellGrid(slots, middleOf(slots));
  const nearest = new Nearest(grid, slots);
  const heap = new SizeHeap(sizes);
  let active = new Int32Array(count);
  let waiting = new Int32Array(count);
  let [activeCount, taken, made, levels, ticks, told] = [0, 0, 0, 0, 0, 0];
  const isDone = (): boolean => taken === count && activeCount <= 1;

  for (let level = first; !isDone(); level += 1) {
    // Levels without active splats are skipped.
    if (activeCount === 0) while (ends[level - first]! === taken) level += 1;
    const step = 2 ** level;
    if (box !== null && step > box.side) break;
    const end = ends[Math.min(level - first, ends.length - 1)]!;
    for (; taken < end; taken += 1) active[activeCount++] = order[taken]!;
    grid.fill(step, active, activeCount);
    heap.fill(active, activeCount);
    let [waitingCount, searched, frozen] = [0, 0, 0];
    while (heap.count > 0) {
      const slot = heap.pop();
      // It was merged into another splat meanwhile.
      if (nodeOf[slot]! < 0) continue;
      if ((ticks += 1) % TICK_EVERY === 0) {
        tick(made - told, level);
        told = made;
      }
      nearest.find(slot);
      searched += 1;
      const other = nearest.slot;
      const isFrozen = other >= 0 && box !== null && !isInside(numbers, slot, nearest.reach, box);
      if (isFrozen) frozen += 1;
      if (other < 0 || isFrozen) {
        waiting[waitingCount++] = slot;
        continue;
      }
      const node = firstNode + made;
      made += 1;
      merge(node, nodeOf[slot]!, nodeOf[other]!);
      grid.remove(slot);
      grid.remove(other);
      nodeOf[other] = -1;
      write(slot, node);
      sizes[slot] = nodes.sizes[node]!;
      if (sizes[slot]! > step) waiting[waitingCount++] = slot;
      else {
        grid.add(slot);
        heap.push(slot);
      }
    }
    levels += 1;
    if (searched > count * FEW && frozen > searched * MOST_FROZEN) break;
    activeCount = 0;
    for (let index = 0; index < waitingCount; index += 1)
      if (nodeOf[waiting[index]!]! >= 0) waiting[activeCount++] = waiting[index]!;
    const emptied = active;
    active = waiting;
    waiting = emptied;
  }
  tick(made - told, first + levels);
  return { made, levels };
}

/** True if the ball with this radius around a slot lies in the box. */
function isInside(numbers: Float32Array, slot: number, reach: number, { min, max }: PartBox): boolean {
  for (let axis = 0; axis < 3; axis += 1) {
    const place = numbers[SLOT_NUMBERS * slot + axis]!;
    if (place - reach < min[axis]! || place + reach > max[axis]!) return false;
  }
  return true;
}

interface SlotsByLevel {
  /** Slots by level. */
  readonly order: Int32Array;
  /** Index in `order` after the last slot per level. */
  readonly ends: Int32Array;
  /** Lowest level. */
  readonly first: number;
}

function slotsByLevel(sizes: Float32Array): SlotsByLevel {
  const levels = new Int16Array(sizes.length);
  for (let slot = 0; slot < sizes.length; slot += 1) levels[slot] = levelOfSize(sizes[slot]!);
  let [first, last] = [Infinity, -Infinity];
  for (let slot = 0; slot < levels.length; slot += 1) {
    first = Math.min(first, levels[slot]!);
    last = Math.max(last, levels[slot]!);
  }
  const ends = new Int32Array(sizes.length === 0 ? 0 : last - first + 1);
  for (let slot = 0; slot < levels.length; slot += 1) ends[levels[slot]! - first]! += 1;
  for (let index = 1; index < ends.length; index += 1) ends[index]! += ends[index - 1]!;
  const next = ends.slice();
  const order = new Int32Array(sizes.length);
  for (let slot = sizes.length - 1; slot >= 0; slot -= 1) order[(next[levels[slot]! - first]! -= 1)] = slot;
  return { order, ends, first };
}

/** Maximum number of slots that a median is taken of; it needs no precision. */
const SAMPLES = 1000;

/** Median of the centres, which outliers do not move. */
function middleOf({ count, numbers }: Slots): [number, number, number] {
  const every = Math.max(1, Math.floor(count / SAMPLES));
  const medianOf = (axis: number): number => {
    const values: number[] = [];
    for (let slot = 0; slot < count; slot += every) values.push(numbers[SLOT_NUMBERS * slot + axis]!);
    return values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
  };
  return [medianOf(0), medianOf(1), medianOf(2)];
}
