import type { ShDegree } from '../model/splat-model.ts';
import type { SplatRequest } from '../splat-input/request.ts';
import type { SplatOutputFormat } from '../splat-output/formats.ts';

/** What counts as a floater. A rule whose number is 0 is not used. */
export interface CleanRules {
  /** Splats whose largest scale is above this and whose opacity is below `maxOpacity`; null: found out of the scene. */
  readonly maxScale: number | null;
  readonly maxOpacity: number;
  /** Neighbours whose mean distance is measured. */
  readonly neighbours: number;
  /** Standard deviations of these means that a mean may be above their mean. */
  readonly deviations: number;
  /** Neighbours that a splat has within `radius` at least. */
  readonly minNeighbours: number;
  /** In units of the file; null: found out of the scene. */
  readonly radius: number | null;
}

/** What the program `splat-clean` is asked for. */
export interface SplatCleanRequest extends SplatRequest {
  readonly rules: CleanRules;
  readonly format: SplatOutputFormat;
  /** File to write. */
  readonly output: string;
}

/** Splats that each rule removed, and the limits that were used; null for a rule that is not used. */
export interface CleanFacts {
  readonly removedBySize: number;
  readonly removedByDistance: number;
  readonly removedByDensity: number;
  /** Median distance of the nearest neighbour, in units of the file. */
  readonly spacing: number | null;
  readonly maxScale: number | null;
  /** Mean distance of neighbours above which a splat is a floater. */
  readonly maxDistance: number | null;
  readonly radius: number | null;
}

export interface SplatCleanAnswer extends CleanFacts {
  readonly splats: number;
  /** Splats of the file that can be drawn. */
  readonly sourceSplats: number;
  readonly shDegree: ShDegree;
  /** Text of a file that tells where they lie; null: nobody knows. */
  readonly placeText: string | null;
  readonly warnings: readonly string[];
}
