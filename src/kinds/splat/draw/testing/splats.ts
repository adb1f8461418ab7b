import type { Vector3 } from '../../../../geodata/place/box.ts';
import { HARMONICS, roomForSplats, type ShDegree, type SplatModel } from '../../model/splat-model.ts';

export interface TestSplat {
  readonly centre: Vector3;
  /** Default: 1. */
  readonly scales?: Vector3;
  /** x, y, z, w. Default: not turned. */
  readonly rotation?: readonly [number, number, number, number];
  /** Default: 1. */
  readonly opacity?: number;
  /** Default: white. */
  readonly colour?: Vector3;
  readonly harmonics?: readonly number[];
}

export function modelOf(splats: readonly TestSplat[], shDegree: ShDegree = 0): SplatModel {
  const model = roomForSplats(splats.length, shDegree);
  splats.forEach(({ centre, scales, rotation, opacity, colour, harmonics }, index) => {
    model.centres.set(centre, 3 * index);
    model.scales.set(scales ?? [1, 1, 1], 3 * index);
    model.rotations.set(rotation ?? [0, 0, 0, 1], 4 * index);
    model.opacities[index] = opacity ?? 1;
    model.colours.set(colour ?? [1, 1, 1], 3 * index);
    model.harmonics.set(harmonics ?? [], HARMONICS[shDegree] * index);
  });
  return model;
}
