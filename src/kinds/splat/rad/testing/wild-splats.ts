import { numbersOf } from '../../../testing/random-numbers.ts';
import { HARMONICS, roomForSplats, type ShDegree, type SplatModel } from '../../model/splat-model.ts';

/** Width of the ranges of values: 8 bits are enough for tame ones. */
export interface Wildness {
  readonly colours: 'tame' | 'wild';
  readonly scales: 'tame' | 'wild';
}

/** Generates random splats of every kind that a model can have, without similarity between neighbours. */
export function wildSplats(count: number, shDegree: ShDegree, seed: number, wildness: Wildness): SplatModel {
  const model = roomForSplats(count, shDegree);
  const random = numbersOf(seed);
  const between = (low: number, high: number): number => low + (high - low) * random();
  const wide = wildness.colours === 'wild' ? 40 : 0.5;
  const [least, most] = wildness.scales === 'wild' ? [-60, 40] : [-14, 8];
  for (let at = 0; at < 3 * count; at += 1) {
    model.centres[at] = between(-1, 1) * 10 ** between(-6, 6);
    model.scales[at] = random() < 0.1 ? 0 : Math.exp(between(least, most));
    model.colours[at] = between(-wide, 1 + wide);
  }
  for (let at = 0; at < count; at += 1) {
    model.opacities[at] = 10 ** between(-3, 3);
    model.rotations.set(anyTurn(random), 4 * at);
  }
  for (let at = 0; at < HARMONICS[shDegree] * count; at += 1)
    model.harmonics[at] = between(-1, 1) * 10 ** between(-4, 1);
  return model;
}

/** Generates a random rotation. A third has components of -1, 0 and 1, whose axes lie at corners and edges of the octahedron. */
function anyTurn(random: () => number): readonly number[] {
  const exact = random() < 0.3;
  const parts = [0, 1, 2, 3].map(() => (exact ? Math.round(2 * random() - 1) : 2 * random() - 1));
  const length = Math.hypot(...parts);
  return length === 0 ? [0, 0, 0, 1] : parts.map((part) => part / length);
}
