import { expect, it } from 'vitest';
import { createChildrenOf } from './children.ts';
import { type MergeNodes, mergeNodesOf } from './merge-nodes.ts';
import { prune } from './prune.ts';
import { cube } from './testing/scenes.ts';

/** A chain: each merged node has the one before and one more leaf. */
function chain(leaves: number, weightOf: (node: number) => number): MergeNodes {
  const nodes = mergeNodesOf(cube(leaves, 1));
  for (let at = 0; at < leaves - 1; at += 1) {
    nodes.left[at] = at === 0 ? 0 : leaves + at - 1;
    nodes.right[at] = at + 1;
  }
  nodes.weights.forEach((_, node) => (nodes.weights[node] = weightOf(node)));
  return nodes;
}

it('a merged splat stays where it weighs 1.75 times the heaviest child that stays', () => {
  const weights = [1, 1, 1, 1, 1, 1.74, 1.75, 3, 3.1];
  const nodes = chain(5, (node) => weights[node]!);
  const stays = prune(nodes);
  expect([...stays]).toEqual([1, 1, 1, 1, 1, 0, 1, 0, 1]);
  const out = new Uint32Array(10);
  const childrenOf = createChildrenOf(nodes, stays);
  expect([...out.subarray(0, childrenOf(8, out))]).toEqual([6, 3, 4]);
  expect([...out.subarray(0, childrenOf(6, out))]).toEqual([0, 1, 2]);
  expect(childrenOf(4, out)).toBe(0);
});

it('no splat has more children than 16 bits count', () => {
  const nodes = chain(200_000, () => 1);
  const stays = prune(nodes);
  const childrenOf = createChildrenOf(nodes, stays);
  const out = new Uint32Array(65_536);
  let children = 0;
  stays.forEach((isKept, node) => {
    if (isKept === 0 || node < 200_000) return;
    const count = childrenOf(node, out);
    expect(count).toBeLessThan(65_536);
    children += count;
  });
  expect(children).toBe(stays.reduce((sum, isKept) => sum + isKept, 0) - 1);
});
