import { expect } from 'vitest';
import { HARMONICS, type SplatModel } from '../../model/splat-model.ts';
import type { SplatTree } from '../../model/splat-tree.ts';

/** All numbers of a splat as text, to compare the very bits. */
function keyOf(model: SplatModel, at: number): string {
  const each = HARMONICS[model.shDegree];
  return [
    model.centres.subarray(3 * at, 3 * at + 3),
    model.scales.subarray(3 * at, 3 * at + 3),
    model.rotations.subarray(4 * at, 4 * at + 4),
    model.opacities.subarray(at, at + 1),
    model.colours.subarray(3 * at, 3 * at + 3),
    model.harmonics.subarray(each * at, each * at + each),
  ]
    .map((values) => values.join())
    .join(';');
}

/** Fails where a tree is not one of these splats. */
export function checkTree(tree: SplatTree, model: SplatModel): void {
  const { splats, childCounts, childStarts } = tree;
  const parents = new Int32Array(splats.count).fill(-1);
  let misplaced = 0;
  const leaves: string[] = [];
  for (let place = 0; place < splats.count; place += 1) {
    const [start, count] = [childStarts[place]!, childCounts[place]!];
    if (count === 0) {
      leaves.push(keyOf(splats, place));
      if (start !== 0) misplaced += 1;
      continue;
    }
    if (start <= place || start + count > splats.count) misplaced += 1;
    for (let child = start; child < start + count; child += 1) {
      if (parents[child] !== -1) misplaced += 1;
      parents[child] = place;
    }
  }
  expect(misplaced, 'children in front of their parent, or of two parents').toBe(0);
  expect(parents[0], 'parent of the root').toBe(-1);
  expect(parents.subarray(1).includes(-1), 'orphans').toBe(false);
  expect(tree.leaves).toBe(model.count);
  const inputs = Array.from({ length: model.count }, (_, index) => keyOf(model, index));
  expect(leaves.sort().join('\n') === inputs.sort().join('\n'), 'leaves are the splats of the model').toBe(true);
  const { centres, scales, rotations, opacities, colours, harmonics } = splats;
  const isFinite = [centres, scales, rotations, opacities, colours, harmonics].map((values) =>
    values.every(Number.isFinite),
  );
  expect(isFinite, 'finite numbers').toEqual(Array(6).fill(true));
  let turned = 0;
  for (let place = 0; place < splats.count; place += 1) {
    const length = Math.hypot(...rotations.subarray(4 * place, 4 * place + 4));
    if (childCounts[place]! > 0 && Math.abs(length - 1) > 1e-5) turned += 1;
  }
  expect(turned, 'turns that are no unit quaternions').toBe(0);
}
