import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyTree } from '../testing/trees.ts';
import type { CopcNode } from '../copc/copc-layout.ts';
import { createCopcTree } from '../copc/copc-tree.ts';
import { hierarchyPages } from '../copc/hierarchy.ts';
import { type ChosenNode, chooseNodes } from './node-choice.ts';
import { viewFromAbove } from './view.ts';

const START = 1000;
/** A cube of 64 a side around the origin of the third axis. */
const cloud = {
  info: { center: [32, 32, 0], halfSize: 32, spacing: 8 },
  min: [0, 0, -32],
  max: [64, 64, 32],
} as never;

function treeOf(nodes: readonly CopcNode[]) {
  const { bytes, rootBytes } = hierarchyPages(nodes, START);
  const source = {
    size: START + bytes.length,
    read: async (at: number, size: number) => bytes.subarray(at - START, at - START + size),
  };
  return createCopcTree(source, { rootOffset: START, rootBytes } as never);
}

function flat(node: ChosenNode | undefined): readonly ChosenNode[] {
  return node === undefined ? [] : [node, ...node.children.flatMap((child) => flat(child))];
}

const all = { minX: 0, minY: 0, maxX: 64, maxY: 64 };

it('whole levels are chosen, each node below its parent, as fine as pixels are', async () => {
  await fc.assert(
    fc.asyncProperty(anyTree, fc.integer({ min: 4, max: 2000 }), async (nodes, side) => {
      const view = viewFromAbove(all, side, false);
      const chosen = flat(await chooseNodes(treeOf(nodes), cloud, view, 1e9));
      const deepest = Math.max(...chosen.map(({ node }) => node.level));
      const places = (level: number) => nodes.filter((node) => node.level === level).length;
      for (let level = 0; level <= deepest; level += 1)
        expect(chosen.filter(({ node }) => node.level === level && node.points > 0)).toHaveLength(places(level));
      // The next level would have been finer than needed, or there is none; this one is not.
      const isEnough = (level: number): boolean => 8 / 2 ** level <= 1.25 * view.pixel;
      expect(places(deepest + 1) === 0 || isEnough(deepest)).toBe(true);
      expect(deepest > 0 && isEnough(deepest - 1)).toBe(false);
      for (const { children, corner, length, spacing, isDivided } of chosen) {
        expect(isDivided).toBe(children.some(Boolean));
        children.forEach((child, octant) => {
          expect([child!.length, child!.spacing]).toEqual([length / 2, spacing / 2]);
          const bits = [octant & 1, (octant >> 1) & 1, octant >> 2];
          expect(child!.corner).toEqual(corner.map((low, axis) => low + (bits[axis]! * length) / 2));
        });
      }
    }),
  );
});

it('a picture of a part has the nodes over that part, and those whose points reach into it', async () => {
  const leaves = Array.from({ length: 64 }, (_, index) => {
    const key = { level: 3, x: index % 8, y: index >> 3, z: 4 };
    return { ...key, offset: index, bytes: 1, points: 1 };
  });
  const over = async (minX: number): Promise<readonly string[]> => {
    const view = viewFromAbove({ minX, minY: 42, maxX: minX + 12, maxY: 46 }, 100, false);
    const chosen = flat(await chooseNodes(treeOf(leaves), cloud, view, 1000));
    return chosen.flatMap(({ node }) => (node.level === 3 ? [`${node.x} ${node.y}`] : [])).toSorted();
  };
  // Nodes have a side of 8; squares of points reach less than 2 beyond them.
  expect(await over(18)).toEqual(['2 5', '3 5']);
  expect(await over(17)).toEqual(['1 5', '2 5', '3 5']);
});

it('a level that would be too many points is left out, but never the first that has some', async () => {
  const nodes = [0, 1, 2, 3].flatMap((level) =>
    Array.from({ length: 4 ** level }, (_, index): CopcNode => {
      const [x, y] = [index % 2 ** level, index >> level];
      const points = level === 0 ? 0 : 100;
      return { level, x, y, z: 0, offset: 0, bytes: Math.min(1, points), points };
    }),
  );
  const view = viewFromAbove(all, 2000, false);
  for (const [most, points] of [
    [10, 400],
    [400, 400],
    [1999, 400],
    [2000, 2000],
    [10_000, 8400],
  ] as const) {
    const chosen = flat(await chooseNodes(treeOf(nodes), cloud, view, most));
    expect([most, chosen.reduce((sum, { node }) => sum + node.points, 0)]).toEqual([most, points]);
  }
});
