import { describe, expect, it } from 'vitest';
import type { SplatTree } from '../model/splat-tree.ts';
import { buildSplatTree } from './build-tree.ts';
import { mergeNodesOf } from './merge-nodes.ts';
import { mergeParts } from './merge-parts.ts';
import { partsOf } from './parts.ts';
import { roomForSlots } from './slots.ts';
import { spatialOrder } from './spatial-order.ts';
import { checkTree } from './testing/check-tree.ts';
import { cube, densePlane } from './testing/scenes.ts';

const bytesOf = ({ splats, childCounts, childStarts }: SplatTree): Buffer =>
  Buffer.concat(
    [
      splats.centres,
      splats.scales,
      splats.rotations,
      splats.opacities,
      splats.colours,
      splats.harmonics,
      childCounts,
      childStarts,
    ].map(({ buffer }) => Buffer.from(buffer)),
  );

describe.each([
  ['a plane', densePlane(12_000, 1)],
  ['a cube', cube(12_000, 0.03)],
])('%s in parts', (_, model) => {
  it('makes a tree that does not depend on the number of threads', async () => {
    const build = (threads: number) => buildSplatTree(model, { threads, partSplats: 3000 }, () => undefined);
    const alone = await build(1);
    checkTree(alone, model);
    expect(bytesOf(await build(3)).equals(bytesOf(alone))).toBe(true);
  });

  it('makes about as many splats as in one', async () => {
    const inParts = await buildSplatTree(model, { threads: 1, partSplats: 3000 }, () => undefined);
    const inOne = await buildSplatTree(model, { threads: 1 }, () => undefined);
    expect(inParts.splats.count / inOne.splats.count).toBeCloseTo(1, 2);
  });
});

it('merges more than half of all splats in parts, and tells all of them', async () => {
  const model = densePlane(20_000);
  const curve = spatialOrder(model);
  const scene = { nodes: mergeNodesOf(model), slots: roomForSlots(model.count), order: curve.order };
  let told = 0;
  const made = await mergeParts(scene, partsOf(curve, 5000), 2, (merged) => (told += merged));
  const sum = made.reduce((a, b) => a + b);
  expect(sum).toBeGreaterThan(0.5 * model.count);
  expect(told).toBe(sum);
});

it('an error of a thread reaches the caller', async () => {
  const model = densePlane(20_000);
  const curve = spatialOrder(model);
  // Without room for the outcome.
  const nodes = { ...mergeNodesOf(model), left: null as never };
  const scene = { nodes, slots: roomForSlots(model.count), order: curve.order };
  await expect(mergeParts(scene, partsOf(curve, 5000), 2, () => undefined)).rejects.toThrow('null');
});
