import type { Box3 } from '../../../geodata/place/box.ts';

/** Facts of a file of Gaussian splats. All numbers are finite. */
export interface SplatFacts {
  readonly splatCount: number;
  /** Degree of the spherical harmonics, 0 to 4. */
  readonly shDegree: number;
  /** Bounding box of the centres in the units and axes of the file; null if it needs the whole file. */
  readonly bounds: Box3 | null;
  /** Version of the format; null when it has none. */
  readonly version: string | null;
  /** Problems of the file, as whole sentences. */
  readonly problems: readonly string[];
}

/** Maximum plausible number of splats, a hundred times the largest scenes. The sizes of compressed files give no better limit. */
export const MAX_SPLATS = 1e10;
