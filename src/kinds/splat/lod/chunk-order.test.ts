import { expect, it } from 'vitest';
import { CHUNK_SPLATS, chunkOrder } from './chunk-order.ts';
import { createMerger, measureLeaves, type MergeNodes, mergeNodesOf } from './merge-nodes.ts';
import { densePlane, scene } from './testing/scenes.ts';

/** A square of 2^`power` splats, of which each two neighbours are merged, then each two of those, and so on. */
function halving(power: number): MergeNodes {
  const count = 2 ** power;
  // Every second bit of the index is one of x, the others are of y.
  const nodes = mergeNodesOf(
    scene(count, (index) => {
      let [x, y] = [0, 0];
      for (let bit = 0; bit < power; bit += 1)
        if (bit % 2 === 0) x += ((index >> bit) & 1) << (bit >> 1);
        else y += ((index >> bit) & 1) << (bit >> 1);
      return { centre: [x, y, 0], scales: [1, 1, 1], opacity: 1 };
    }),
  );
  measureLeaves(nodes, 0, count);
  const merge = createMerger(nodes);
  for (let node = 0; node < 2 * count - 2; node += 2) merge(count + node / 2, node, node + 1);
  return nodes;
}

it('the first chunk has the largest features, later ones lie in a part of the scene each', () => {
  const nodes = halving(17);
  const stays = new Uint8Array(2 ** 18 - 1).fill(1);
  const { order, childCounts, childStarts } = chunkOrder(nodes, stays);
  expect(new Set(order).size).toBe(order.length);
  expect(order[0]).toBe(stays.length - 1);
  // What is open in the first chunk is no smaller than what is not.
  let [smallestOpen, largestClosed] = [Infinity, 0];
  for (let place = 0; place < CHUNK_SPLATS; place += 1) {
    if (childCounts[place] === 0) continue;
    const size = nodes.sizes[order[place]!]!;
    if (childStarts[place]! < CHUNK_SPLATS) smallestOpen = Math.min(smallestOpen, size);
    else largestClosed = Math.max(largestClosed, size);
  }
  expect(largestClosed).toBeGreaterThan(0);
  expect(largestClosed).toBeLessThanOrEqual(smallestOpen);
  // The second chunk is of one quarter: a chunk by size alone would be as wide as the scene.
  const places = [...order.subarray(CHUNK_SPLATS, 2 * CHUNK_SPLATS)].filter((node) => node < nodes.leaves);
  const xs = places.map((node) => nodes.model.centres[3 * node]!).sort((a, b) => a - b);
  const ys = places.map((node) => nodes.model.centres[3 * node + 1]!).sort((a, b) => a - b);
  const width = (values: readonly number[]): number => values.at(-1)! - values[0]!;
  expect(Math.max(width(xs), width(ys))).toBeLessThan(0.6 * 2 ** 9);
});

it('a splat with more children than a chunk has room for goes over its end', () => {
  const model = densePlane(100_000);
  const nodes = mergeNodesOf(model);
  // Two parents of 50,000 leaves each below the root.
  for (let at = 0; at < model.count - 2; at += 1) {
    const isSecond = at >= 49_999;
    const first = isSecond ? 50_000 : 0;
    const within = isSecond ? at - 49_999 : at;
    nodes.left[at] = within === 0 ? first : model.count + at - 1;
    nodes.right[at] = first + within + 1;
  }
  nodes.left[model.count - 2] = model.count + 49_998;
  nodes.right[model.count - 2] = 2 * model.count - 3;
  const stays = new Uint8Array(2 * model.count - 1).fill(1, 0, model.count);
  for (const node of [model.count + 49_998, 2 * model.count - 3, 2 * model.count - 2]) stays[node] = 1;
  const { order, childCounts, childStarts } = chunkOrder(nodes, stays);
  expect(order.length).toBe(100_003);
  expect([...childCounts.subarray(0, 3)]).toEqual([2, 50_000, 50_000]);
  expect([...childStarts.subarray(0, 3)].sort((a, b) => a - b)).toEqual([1, 3, 50_003]);
});
