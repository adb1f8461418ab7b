import { HARMONICS, type ShDegree, type SplatModel } from '../model/splat-model.ts';

/** Formats that splats are written in, which are the extensions of their files. */
export const SPLAT_FORMATS = ['ply', 'spz', 'splat'] as const;
export type SplatOutputFormat = (typeof SPLAT_FORMATS)[number];

/** Some splats of a model, in the order in which they are written. */
export interface ChosenSplats {
  readonly model: SplatModel;
  /** Their numbers in the model. */
  readonly list: Uint32Array;
  /** Highest band of the harmonics that is written, at most that of the model. */
  readonly degree: ShDegree;
}

/** Splats that are put together at once: some MB in memory, and progress ten times a second. */
export const PIECE = 65_536;

/** Bytes of a splat in a file, at most. */
export const BYTES_A_SPLAT: Readonly<Record<SplatOutputFormat, (degree: ShDegree) => number>> = {
  ply: (degree) => 56 + 4 * HARMONICS[degree],
  spz: (degree) => 20 + HARMONICS[degree],
  splat: () => 32,
};

/** Highest band of harmonics that a format holds. */
export const degreeIn = (format: SplatOutputFormat, degree: ShDegree): ShDegree => (format === 'splat' ? 0 : degree);
