import type { ShDegree } from '../model/splat-model.ts';
import type { SplatRequest } from '../splat-input/request.ts';
import type { SplatOutputFormat } from '../splat-output/formats.ts';

/** Rules for floaters. A rule whose value is 0 is not used. */
export interface CleanRules {
  /** Scale above which splats with an opacity below `maxOpacity` are removed; null to derive it from the scene. */
  readonly maxScale: number | null;
  readonly maxOpacity: number;
  /** Number of neighbours whose mean distance is measured. */
  readonly neighbours: number;
  /** Maximum deviation of such a mean distance from the mean of all, in standard deviations. */
  readonly deviations: number;
  /** Minimum number of neighbours within `radius`. */
  readonly minNeighbours: number;
  /** Radius in units of the file; null to derive it from the scene. */
  readonly radius: number | null;
}

/** Request to the program `splat-clean`. */
export interface SplatCleanRequest extends SplatRequest {
  readonly rules: CleanRules;
  readonly format: SplatOutputFormat;
  /** Path of the file to write. */
  readonly output: string;
}

/** Number of splats that each rule removed, and the limits that applied; null for a rule that is not used. */
export interface CleanFacts {
  readonly removedBySize: number;
  readonly removedByDistance: number;
  readonly removedByDensity: number;
  /** Median distance to the nearest neighbour, in units of the file. */
  readonly spacing: number | null;
  readonly maxScale: number | null;
  /** Mean distance of neighbours above which a splat is a floater. */
  readonly maxDistance: number | null;
  readonly radius: number | null;
}

export interface SplatCleanAnswer extends CleanFacts {
  readonly splats: number;
  /** Number of splats of the file that can be drawn. */
  readonly sourceSplats: number;
  readonly shDegree: ShDegree;
  /** Text of a file that tells where the splats lie; null where their place is unknown. */
  readonly placeText: string | null;
  readonly warnings: readonly string[];
}
