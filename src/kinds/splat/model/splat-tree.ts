import type { SplatModel } from './splat-model.ts';

/**
 * Splats with levels of detail. Each splat is a leaf, which is a splat of the source file, or stands for its children. Splat 0 is the
 * root. Children are consecutive and follow their parent. Coarse splats come first, so the first chunk of a file shows the whole scene.
 */
export interface SplatTree {
  /** Leaves and merged splats, in the order in which they are written. */
  readonly splats: SplatModel;
  /** Number of children per splat; 0 for leaves. */
  readonly childCounts: Uint16Array<SharedArrayBuffer>;
  /** Index of the first child per splat; 0 for leaves. */
  readonly childStarts: Uint32Array<SharedArrayBuffer>;
  /** Number of leaves. */
  readonly leaves: number;
  /** Number of levels of merging that built the tree. */
  readonly levels: number;
}
