import { inThread, threadData } from '../../../concurrency/index.ts';
import { orderPoints, type PointTree, type TreePart } from './kd-tree.ts';
import { type Distances, measureNeighbours, type NeighbourSearch } from './neighbours.ts';

/** Data that every thread receives. */
export interface CleanThreadData {
  readonly tree: PointTree;
  readonly search: NeighbourSearch;
  readonly distances: Distances;
}

const { tree, search, distances } = threadData() as CleanThreadData;

/** Orders the points of a part down to the last level. */
export const orderPart = inThread((part: TreePart): void => void orderPoints(tree, part, tree.depth));

export const measurePart = inThread(({ first, end }: Pick<TreePart, 'first' | 'end'>): void =>
  measureNeighbours(tree, search, distances, first, end),
);
