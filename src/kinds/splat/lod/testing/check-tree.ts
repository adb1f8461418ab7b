import { expect } from 'vitest';
import { HARMONICS, type SplatModel } from '../../model/splat-model.ts';
import type { SplatTree } from '../../model/splat-tree.ts';
import { faultsOfTree } from '../../testing/tree-faults.ts';

/** Text of all values of a splat, which differs for any two values that differ. */
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

/** Fails for a tree that is unsound, or whose leaves are not the splats of the model. */
export function checkTree({ splats, childCounts, childStarts, leaves }: SplatTree, model: SplatModel): void {
  const sound = { leaves: model.count, faults: { orphans: 0, shared: 0, backwards: 0, outside: 0 } };
  expect(faultsOfTree(childCounts, childStarts)).toEqual(sound);
  expect(leaves).toBe(model.count);
  const places = Array.from({ length: splats.count }, (_, place) => place).filter((place) => childCounts[place] === 0);
  expect(
    places.every((place) => childStarts[place] === 0),
    'leaves have no children',
  ).toBe(true);
  const keys = places.map((place) => keyOf(splats, place));
  const inputs = Array.from({ length: model.count }, (_, index) => keyOf(model, index));
  expect(keys.sort().join('\n') === inputs.sort().join('\n'), 'leaves are the splats of the model').toBe(true);
  const { centres, scales, rotations, opacities, colours, harmonics } = splats;
  const isFinite = [centres, scales, rotations, opacities, colours, harmonics].map((values) =>
    values.every(Number.isFinite),
  );
  expect(isFinite, 'finite numbers').toEqual(Array(6).fill(true));
  let unnormalized = 0;
  for (let place = 0; place < splats.count; place += 1) {
    const length = Math.hypot(...rotations.subarray(4 * place, 4 * place + 4));
    if (childCounts[place]! > 0 && Math.abs(length - 1) > 1e-5) unnormalized += 1;
  }
  expect(unnormalized, 'rotations that are not unit quaternions').toBe(0);
}
