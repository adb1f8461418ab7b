import type { Box3 } from '../../../geodata/place/box.ts';

/** What a file of Gaussian splats says of itself. All numbers are finite. */
export interface SplatFacts {
  readonly splatCount: number;
  /** Highest band of the spherical harmonics, 0 to 4. */
  readonly shDegree: number;
  /** In the units and axes of the file; null when it is not known at once. */
  readonly bounds: Box3 | null;
  /** Version of the format; null when it has none. */
  readonly version: string | null;
  /** What is wrong with the file, in whole sentences. */
  readonly problems: readonly string[];
}

/** A hundred times the largest scenes; formats that are compressed cannot be held against their size otherwise. */
export const MAX_SPLATS = 1e10;
