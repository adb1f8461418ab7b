import { HARMONICS, type ShDegree, type SplatModel } from '../model/splat-model.ts';

/** Formats that can be written, named by the extensions of their files. */
export const SPLAT_FORMATS = ['ply', 'spz', 'splat'] as const;
export type SplatOutputFormat = (typeof SPLAT_FORMATS)[number];

/** Splats of a model to write. */
export interface ChosenSplats {
  readonly model: SplatModel;
  /** Indices in the model, in the order of the file. */
  readonly list: Uint32Array;
  /** Degree of the harmonics to write, at most that of the model. */
  readonly degree: ShDegree;
}

/** Splats per piece: a few MB of memory, and ten reports of progress a second. */
export const PIECE = 65_536;

/** Maximum bytes of a splat in a file, by degree. */
export const BYTES_A_SPLAT: Readonly<Record<SplatOutputFormat, (degree: ShDegree) => number>> = {
  ply: (degree) => 56 + 4 * HARMONICS[degree],
  spz: (degree) => 20 + HARMONICS[degree],
  splat: () => 32,
};

/** Degree of harmonics in a file: that of the splats, or 0 if the format has none. */
export const degreeIn = (format: SplatOutputFormat, degree: ShDegree): ShDegree => (format === 'splat' ? 0 : degree);
