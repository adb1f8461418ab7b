import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SplatTree } from '../model/splat-tree.ts';
import { sheetOfSplats, simpleTree } from '../testing/simple-tree.ts';
import { cutAtBudget } from './cut-at-budget.ts';
import { treeFrontier } from './tree-frontier.ts';

const LEAVES = 3000;
const tree = simpleTree(sheetOfSplats(LEAVES, 0));

/** How many of the splats above each leaf, and itself, are drawn. */
function drawnAbove({ splats, childCounts, childStarts }: SplatTree, drawn: Uint32Array): readonly number[] {
  const isDrawn = new Set(drawn);
  const counts = new Uint32Array(splats.count);
  const ofLeaves: number[] = [];
  for (let splat = 0; splat < splats.count; splat += 1) {
    counts[splat]! += isDrawn.has(splat) ? 1 : 0;
    if (childCounts[splat] === 0) ofLeaves.push(counts[splat]!);
    for (let child = 0; child < childCounts[splat]!; child += 1) counts[childStarts[splat]! + child] = counts[splat]!;
  }
  return ofLeaves;
}

describe('a cut at a budget', () => {
  it('stands for each leaf once, within the budget', () => {
    const coordinate = fc.double({ min: -20, max: 20, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4000 }), fc.tuple(coordinate, coordinate, coordinate), (budget, eye) => {
        const cut = cutAtBudget(tree, budget, eye);
        expect(cut.length).toBeLessThanOrEqual(budget);
        // What is left of the budget is less than the children of any splat.
        expect(cut.length).toBeGreaterThan(Math.min(budget, LEAVES) - 8);
        expect(new Set(drawnAbove(tree, cut))).toEqual(new Set([1]));
      }),
      { numRuns: 100 },
    );
  });

  it('is the root alone, or all leaves', () => {
    expect([...cutAtBudget(tree, 1, [0, 0, 5])]).toEqual([0]);
    const leaves = treeFrontier(tree.childCounts, tree.childStarts, tree.splats.count);
    expect(leaves.length).toBe(LEAVES);
    expect(cutAtBudget(tree, LEAVES, [0, 0, 5])).toEqual(leaves);
  });

  it('is finer near to the eye', () => {
    const cut = cutAtBudget(tree, 600, [0, 0, 1]);
    const sizes = { near: [] as number[], far: [] as number[] };
    for (const splat of cut) {
      const away = Math.hypot(tree.splats.centres[3 * splat]!, tree.splats.centres[3 * splat + 1]!);
      (away < 4 ? sizes.near : sizes.far).push(tree.splats.scales[3 * splat]!);
    }
    const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(sizes.near.length).toBeGreaterThan(50);
    expect(mean(sizes.near)).toBeLessThan(0.7 * mean(sizes.far));
  });

  it('replaces the splat first that looks largest', () => {
    // A root with two merged splats, of which the second is larger; each has two leaves.
    const small = simpleTree(sheetOfSplats(4, 0), 2);
    small.splats.scales.fill(0.1);
    small.splats.scales.set([0.1, 0.4, 0.1], 6);
    small.splats.centres.fill(0);
    expect([...cutAtBudget(small, 3, [0, 0, 9])]).toEqual([1, 5, 6]);
    // An opacity above 1 makes a splat wider: this one by six times.
    small.splats.opacities[1] = 1e6;
    small.splats.opacities[2] = 1;
    expect([...cutAtBudget(small, 3, [0, 0, 9])]).toEqual([2, 3, 4]);
  });
});

it('the frontier of a part of a tree stands for each leaf once, by splats of the part', () => {
  for (const count of [1, 2, 9, 10, 12, 100, 999, tree.splats.count]) {
    const frontier = treeFrontier(tree.childCounts, tree.childStarts, count);
    expect(frontier.every((splat) => splat < count)).toBe(true);
    expect(new Set(drawnAbove(tree, frontier))).toEqual(new Set([1]));
  }
  expect([...treeFrontier(tree.childCounts, tree.childStarts, 2)]).toEqual([0]);
});
