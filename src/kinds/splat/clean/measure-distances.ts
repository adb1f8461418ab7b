import { createThreads } from '../../../concurrency/index.ts';
import { orderPoints, roomForTree, wholeTree } from './kd-tree.ts';
import { type Distances, measureNeighbours, type NeighbourSearch, roomForDistances } from './neighbours.ts';
import type * as work from './threads.ts';

/** Number of points below which starting threads takes longer than the work. */
const FEW = 100_000;
/** Levels that are ordered before threads continue: they make 16 parts, whatever the number of processors. */
const SPLIT_LEVELS = 4;
/** Points per call of a thread, which takes a tenth of a second. */
const PART = 65_536;
/** Share of the total time at which the tree is ordered. */
const ORDERED = 0.25;
/** Timeout of one hour, which suffices for 100 million points on one processor. */
const TIMEOUT_MS = 3_600_000;

/**
 * Measures the distances to the neighbours of points. The result does not depend on the number of threads.
 *
 * @param list indices of the points in `centres`; distances have its order
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
