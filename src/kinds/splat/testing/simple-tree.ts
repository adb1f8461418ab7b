import { numbersOf } from '../../testing/random-numbers.ts';
import { HARMONICS, roomForSplats, type ShDegree, type SplatModel } from '../model/splat-model.ts';
import type { SplatTree } from '../model/splat-tree.ts';

/** Generates splats on a bumpy sheet, which are similar to their neighbours, as trained splats are. */
export function sheetOfSplats(count: number, shDegree: ShDegree, seed = 1): SplatModel {
  const model = roomForSplats(count, shDegree);
  const random = numbersOf(seed);
  const each = HARMONICS[shDegree];
  const side = Math.ceil(Math.sqrt(count));
  for (let splat = 0; splat < count; splat += 1) {
    const [u, v] = [(splat % side) / side, Math.floor(splat / side) / side];
    const height = Math.sin(9 * u) * Math.cos(7 * v);
    model.centres.set([10 * u + 0.01 * random(), 10 * v + 0.01 * random(), height], 3 * splat);
    model.scales.set([0.02 + 0.01 * random(), 0.02 + 0.01 * random(), 0.001], 3 * splat);
    const angle = Math.PI * (u + 0.1 * random());
    model.rotations.set([0, Math.sin(angle / 2) * 0.6, Math.sin(angle / 2) * 0.8, Math.cos(angle / 2)], 4 * splat);
    model.opacities[splat] = 0.05 + 0.9 * random();
    model.colours.set(
      [u, v, 0.5 + 0.5 * height].map((value) => value + 0.1 * random()),
      3 * splat,
    );
    for (let at = each * splat; at < each * (splat + 1); at += 1)
      model.harmonics[at] = 0.1 * (random() + random() + random() - 1.5);
  }
  return model;
}

/**
 * Builds a sound tree without regard to its looks: up to `fanOut` consecutive leaves get a parent, which is their mean, and so on up to
 * the root. Merged splats have opacities above 1.
 */
export function simpleTree(leaves: SplatModel, fanOut = 8): SplatTree {
  const sizes = [leaves.count];
  while (sizes[0]! > 1) sizes.unshift(Math.ceil(sizes[0]! / fanOut));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const splats = roomForSplats(total, leaves.shDegree);
  const childCounts = new Uint16Array(new SharedArrayBuffer(2 * total));
  const childStarts = new Uint32Array(new SharedArrayBuffer(4 * total));
  for (const name of ARRAYS) splats[name].set(leaves[name], (total - leaves.count) * valuesEach(leaves, name));
  let [first, below] = [total - leaves.count, leaves.count];
  for (const size of sizes.slice(0, -1).reverse()) {
    for (let parent = 0; parent < size; parent += 1) {
      const start = first + parent * fanOut;
      const count = Math.min(fanOut, below - parent * fanOut);
      const splat = first - size + parent;
      childStarts[splat] = start;
      childCounts[splat] = count;
      merge(splats, splat, start, count);
    }
    first -= size;
    below = size;
  }
  return { splats, childCounts, childStarts, leaves: leaves.count, levels: sizes.length - 1 };
}

const ARRAYS = ['centres', 'scales', 'rotations', 'opacities', 'colours', 'harmonics'] as const;

const valuesEach = (model: SplatModel, name: (typeof ARRAYS)[number]): number => model[name].length / model.count;

/** Writes the mean of the children with the rotation of the first one, and with larger scales and opacity. */
function merge(splats: SplatModel, splat: number, start: number, count: number): void {
  for (const name of ARRAYS) {
    const values = splats[name];
    const numbers = valuesEach(splats, name);
    for (let number = 0; number < numbers; number += 1) {
      let sum = 0;
      for (let child = start; child < start + count; child += 1) sum += values[numbers * child + number]!;
      values[numbers * splat + number] = sum / count;
    }
  }
  for (let axis = 0; axis < 3; axis += 1) splats.scales[3 * splat + axis]! *= 2;
  splats.opacities[splat]! *= 1.5;
  splats.rotations.set(splats.rotations.subarray(4 * start, 4 * start + 4), 4 * splat);
}
