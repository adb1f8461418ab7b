import { childKeys, type Octree, type OctreeNode, type PageAddress } from './octree.ts';
import { createHeap } from '../../../scene/loading/heap.ts';

export type Choice = {
  /** Nodes to show, the most needed first. A node stands behind its parent. */
  readonly nodes: readonly OctreeNode[];
  /** Pages of the hierarchy to read before more can be chosen. */
  readonly pages: readonly (readonly [key: string, page: PageAddress])[];
};

export type ChoiceLimits = {
  /** Points of all nodes together. The root is always shown. */
  readonly maxPoints: number;
  /** Points that are nearer than this on the screen are near enough. */
  readonly minPixels: number;
};

/** Place of a cell; enough to know how large it is on the screen. */
export type Cell = Pick<OctreeNode, 'level' | 'x' | 'y' | 'z'>;

/**
 * Chooses nodes from the root down: always the one whose points are the farthest from each other on the screen next.
 *
 * @param pixelsOf distance on the screen of the points of a cell; null for a cell that cannot be seen
 */
export function chooseNodes(
  { root, nodes, pages }: Pick<Octree, 'root' | 'nodes' | 'pages'>,
  pixelsOf: (cell: Cell) => number | null,
  { maxPoints, minPixels }: ChoiceLimits,
): Choice {
  const chosen: OctreeNode[] = [];
  const wanted: [string, PageAddress][] = [];
  const open = createHeap<OctreeNode>();
  open.push(pixelsOf(root) ?? 0, root);
  let points = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { item: node, weight: pixels } = next;
    if (chosen.length > 0 && points + node.points > maxPoints) return { nodes: chosen, pages: wanted };
    points += node.points;
    chosen.push(node);
    if (pixels <= minPixels) continue;
    for (const key of childKeys(node)) {
      const child = nodes.get(key);
      const page = pages.get(key);
      if (child !== undefined) {
        const size = pixelsOf(child);
        // A child is never more needed than its parent, which tells that of a place nearer to the eye.
        if (size !== null) open.push(Math.min(size, pixels), child);
      } else if (page !== undefined && pixelsOf(cellOf(key)) !== null) wanted.push([key, page]);
    }
  }
  return { nodes: chosen, pages: wanted };
}

function cellOf(key: string): Cell {
  const [level = 0, x = 0, y = 0, z = 0] = key.split('-').map(Number);
  return { level, x, y, z };
}
