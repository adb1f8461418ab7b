import { createThreads } from '../../../concurrency/index.ts';
import { orderPoints, roomForTree, wholeTree } from './kd-tree.ts';
import { type Distances, measureNeighbours, type NeighbourSearch, roomForDistances } from './neighbours.ts';
import type * as work from './threads.ts';

/** Points below which threads take longer to start than the work takes. */
const FEW = 100_000;
/** Levels of the tree that are put in order before threads go on: 16 parts for any number of processors. */
const SPLIT_LEVELS = 4;
/** Points that a thread measures at once: a tenth of a second. */
const PART = 65_536;
/** Share of the time until the tree is in order. */
const ORDERED = 0.25;
/** An hour: 100 million points on one processor. */
const TIMEOUT_MS = 3_600_000;

/**
 * Measures how far the neighbours of points are. The same for any number of threads.
 *
 * @param list numbers of the points in `centres`; distances are in their order
 */
export async function measureDistances(
  centres: Float32Array,
  list: Uint32Array,
  search: NeighbourSearch,
  progress: (share: number) => void,
): Promise<Distances> {
  const tree = roomForTree(centres, list);
  const distances = roomForDistances(tree.count);
  if (tree.count < FEW) {
    orderPoints(tree, wholeTree(tree), tree.depth);
    progress(ORDERED);
    measureNeighbours(tree, search, distances, 0, tree.count);
    return distances;
  }
  const data: work.CleanThreadData = { tree, search, distances };
  const threads = createThreads<typeof work>({
    module: new URL('./threads.ts', import.meta.url),
    data,
    waiting: Infinity,
    timeoutMs: TIMEOUT_MS,
  });
  let done = 0;
  const counted = async (part: Promise<void>, points: number, from: number, to: number): Promise<void> => {
    await part;
    done += points;
    progress(from + ((to - from) * done) / tree.count);
  };
  try {
    const parts = orderPoints(tree, wholeTree(tree), SPLIT_LEVELS);
    await Promise.all(
      parts.map((part) => counted(threads.run('orderPart', part), part.end - part.first, ORDERED / 2, ORDERED)),
    );
    done = 0;
    const firsts = Array.from({ length: Math.ceil(tree.count / PART) }, (_, index) => index * PART);
    await Promise.all(
      firsts.map((first) => {
        const end = Math.min(tree.count, first + PART);
        return counted(threads.run('measurePart', { first, end }), end - first, ORDERED, 1);
      }),
    );
    return distances;
  } finally {
    await threads.close();
  }
}
