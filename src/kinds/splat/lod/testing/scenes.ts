import { numbersOf } from '../../../testing/random-numbers.ts';
import { HARMONICS, roomForSplats, type ShDegree, type SplatModel } from '../../model/splat-model.ts';

interface SceneSplat {
  readonly centre: readonly [number, number, number];
  readonly scales: readonly [number, number, number];
  readonly colour?: readonly [number, number, number];
  readonly opacity?: number;
}

/** Generates splats by a function, with random rotations and harmonics. */
export function scene(
  count: number,
  splatAt: (index: number, random: () => number) => SceneSplat,
  { seed = 1, shDegree = 0 as ShDegree } = {},
): SplatModel {
  const random = numbersOf(seed);
  const model = roomForSplats(count, shDegree);
  for (let index = 0; index < count; index += 1) {
    const { centre, scales, colour, opacity } = splatAt(index, random);
    model.centres.set(centre, 3 * index);
    model.scales.set(scales, 3 * index);
    model.colours.set(colour ?? [random(), random(), random()], 3 * index);
    model.opacities[index] = opacity ?? 0.1 + 0.9 * random();
    const turn = [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5];
    const length = Math.hypot(...turn);
    model.rotations.set(length > 0 ? turn.map((value) => value / length) : [0, 0, 0, 1], 4 * index);
    for (let number = 0; number < HARMONICS[shDegree]; number += 1)
      model.harmonics[HARMONICS[shDegree] * index + number] = random() - 0.5;
  }
  return model;
}

/** Generates flat, overlapping splats in a square of side 1, denser towards one corner. */
export const densePlane = (count: number, shDegree: ShDegree = 0): SplatModel =>
  scene(
    count,
    (_, random) => {
      const size = 2 / Math.sqrt(count);
      return {
        centre: [random() ** 2, random() ** 2, 0.01 * random()],
        scales: [size * (0.5 + random()), size * (0.5 + random()), 0.05 * size],
      };
    },
    { shDegree },
  );

/** Generates random splats in a cube of side 1. */
export const cube = (count: number, scale: number, seed = 1): SplatModel =>
  scene(
    count,
    (_, random) => ({
      centre: [random(), random(), random()],
      scales: [scale * (0.5 + random()), scale * (0.5 + random()), scale * (0.5 + random())],
    }),
    { seed },
  );
