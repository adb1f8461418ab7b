import type { SplatModel } from './splat-model.ts';

/**
 * Splats with levels of detail: each is a leaf, which is a splat of the file, or stands for its children. Splat 0 is the root. Children
 * lie behind their parent and side by side; coarse ones come first, so that a file is of use from its first chunk on.
 */
export interface SplatTree {
  /** All splats, leaves and merged ones, in the order of the file to be written. */
  readonly splats: SplatModel;
  /** How many children each has; 0 for leaves. */
  readonly childCounts: Uint16Array<SharedArrayBuffer>;
  /** Where the children of each begin; 0 for leaves. */
  readonly childStarts: Uint32Array<SharedArrayBuffer>;
  readonly leaves: number;
  /** Levels of merging that it took. */
  readonly levels: number;
}
