import type { Box3 } from '../../../geodata/place/box.ts';

/** Highest band of spherical harmonics that is kept, as viewers draw no more. */
export const MAX_DEGREE = 3;
/** Numbers of one splat by its highest band: three colours have (n + 1)^2 - 1 coefficients each. */
export const HARMONICS = [0, 9, 24, 45] as const;
export type ShDegree = 0 | 1 | 2 | 3;
/** Value of the spherical harmonic of degree 0, 1 / (2 sqrt(pi)). Files store colours as (colour - 0.5) / FIRST_HARMONIC. */
export const FIRST_HARMONIC = 0.28209479177387814;

/**
 * Gaussian splats in memory that all threads have. A splat is an ellipsoid with the density of a normal distribution: its scales are
 * standard deviations along its own axes, its colour is seen from everywhere, its harmonics change the colour by direction.
 */
export interface SplatModel {
  readonly count: number;
  readonly shDegree: ShDegree;
  /** x, y, z of each, in the units and axes of the file, with the very bits of the file. */
  readonly centres: Float32Array<SharedArrayBuffer>;
  /** Standard deviations along the three axes of each, at least 0. */
  readonly scales: Float32Array<SharedArrayBuffer>;
  /** Unit quaternions x, y, z, w that turn the axes of each. */
  readonly rotations: Float32Array<SharedArrayBuffer>;
  /** Opacity in the middle of each: 0 to 1; merged splats may have more, which makes their middle flat. */
  readonly opacities: Float32Array<SharedArrayBuffer>;
  /** Red, green, blue of each: 0 to 1 for what screens show, and beyond. */
  readonly colours: Float32Array<SharedArrayBuffer>;
  /** `HARMONICS[shDegree]` numbers of each: coefficient by coefficient, red, green, blue within. Added to the colour. */
  readonly harmonics: Float16Array<SharedArrayBuffer>;
}

/** Splats as they were read. */
export interface ReadSplats {
  readonly model: SplatModel;
  /** Splats of the file that cannot be drawn: not a number, infinite, without a turn, without an extent or opacity. */
  readonly dropped: number;
  /** Box around the centres. */
  readonly bounds: Box3;
}

/** Bytes that a splat takes in a model. */
export const splatBytes = (shDegree: ShDegree): number => 4 * (3 + 3 + 4 + 1 + 3) + 2 * HARMONICS[shDegree];

/** An empty model with room for so many splats. */
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
