import { numbersOf } from '../../../testing/random-numbers.ts';
import { HARMONICS, roomForSplats, type ShDegree, type SplatModel } from '../../model/splat-model.ts';

interface GeneratedOptions {
  readonly degree?: ShDegree;
  readonly seed?: number;
  /** Half of the side of the cube that contains the centres. */
  readonly reach?: number;
}

/** Generates random splats of every shape in a cube. */
export function generatedSplats(
  count: number,
  { degree = 0, seed = 1, reach = 10 }: GeneratedOptions = {},
): SplatModel {
  const model = roomForSplats(count, degree);
  const random = numbersOf(seed);
  const between = (low: number, high: number): number => low + (high - low) * random();
  for (let splat = 0; splat < count; splat += 1) {
    for (let axis = 3 * splat; axis < 3 * splat + 3; axis += 1) {
      model.centres[axis] = between(-reach, reach);
      model.scales[axis] = Math.exp(between(-9, 0));
      model.colours[axis] = between(0, 1);
    }
    const turn = [between(-1, 1), between(-1, 1), between(-1, 1), between(-1, 1)];
    model.rotations.set(
      turn.map((part) => part / Math.hypot(...turn)),
      4 * splat,
    );
    model.opacities[splat] = between(0.01, 0.99);
    for (let at = 0; at < HARMONICS[degree]; at += 1)
      model.harmonics[HARMONICS[degree] * splat + at] = between(-0.9, 0.9);
  }
  return model;
}

/** Generates small opaque splats on a sphere, and, after them, splats far away from it and from each other. */
export function sphereWithFloaters(count: number, floaters: number, seed = 1): SplatModel {
  const model = generatedSplats(count + floaters, { seed });
  const random = numbersOf(seed + 1);
  for (let splat = 0; splat < count + floaters; splat += 1) {
    const [z, angle] = [2 * random() - 1, 2 * Math.PI * random()];
    const across = Math.sqrt(1 - z * z);
    // Floaters lie on separate shells, five units apart.
    const radius = splat < count ? 1 + 0.002 * random() : 20 + 5 * (splat - count);
    model.centres.set(
      [across * Math.cos(angle), across * Math.sin(angle), z].map((value) => radius * value),
      3 * splat,
    );
    model.scales.fill(0.01, 3 * splat, 3 * splat + 3);
    model.opacities[splat] = 0.9;
  }
  return model;
}
