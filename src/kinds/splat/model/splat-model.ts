import type { Box3 } from '../../../geodata/place/box.ts';

/** Highest degree of spherical harmonics that a model keeps; viewers draw no higher one. */
export const MAX_DEGREE = 3;
/** Coefficients of one splat by its degree n: (n + 1)^2 - 1 for each of three colours. */
export const HARMONICS = [0, 9, 24, 45] as const;
export type ShDegree = 0 | 1 | 2 | 3;
/** Value of the spherical harmonic of degree 0, 1 / (2 sqrt(pi)). Files store colours as (colour - 0.5) / FIRST_HARMONIC. */
export const FIRST_HARMONIC = 0.28209479177387814;

/**
 * Gaussian splats in memory that threads share. A splat is an ellipsoid with the density of a normal distribution. Its scales are
 * the standard deviations along its axes. Its harmonics change its colour by the direction of view.
 */
export interface SplatModel {
  readonly count: number;
  readonly shDegree: ShDegree;
  /** x, y, z per splat, in the units and axes of the file. Formats with floats keep their bits. */
  readonly centres: Float32Array<SharedArrayBuffer>;
  /** Standard deviations along the three axes per splat, at least 0. */
  readonly scales: Float32Array<SharedArrayBuffer>;
  /** Rotation of the axes per splat, as a unit quaternion x, y, z, w. */
  readonly rotations: Float32Array<SharedArrayBuffer>;
  /** Opacity at the centre per splat: 0 to 1, and more for merged splats, whose middle is flat. */
  readonly opacities: Float32Array<SharedArrayBuffer>;
  /** Red, green, blue per splat. Screens show 0 to 1; values may lie outside. */
  readonly colours: Float32Array<SharedArrayBuffer>;
  /** `HARMONICS[shDegree]` coefficients per splat, as red, green, blue of one coefficient after the other. They add to the colour. */
  readonly harmonics: Float16Array<SharedArrayBuffer>;
}

/** Splats of a file. */
export interface ReadSplats {
  readonly model: SplatModel;
  /** Splats of the file that were left out: a number is not finite, or the rotation, the extent or the opacity is zero. */
  readonly dropped: number;
  /** Bounding box of the centres. */
  readonly bounds: Box3;
}

/** Bytes of one splat in a model. */
export const splatBytes = (shDegree: ShDegree): number => 4 * (3 + 3 + 4 + 1 + 3) + 2 * HARMONICS[shDegree];

/** Allocates a model with all values 0. */
export function roomForSplats(count: number, shDegree: ShDegree): SplatModel {
  const floats = (each: number): Float32Array<SharedArrayBuffer> =>
    new Float32Array(new SharedArrayBuffer(4 * each * count));
  return {
    count,
    shDegree,
    centres: floats(3),
    scales: floats(3),
    rotations: floats(4),
    opacities: floats(1),
    colours: floats(3),
    harmonics: new Float16Array(new SharedArrayBuffer(2 * HARMONICS[shDegree] * count)),
  };
}
