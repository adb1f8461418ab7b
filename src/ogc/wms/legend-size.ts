import type { Layer } from '../layers/layer.ts';

/** Pixels of a side of a legend. */
export const MAX_LEGEND_SIDE = 2048;

/** Pixels of a legend whose size is not asked for, which is what capabilities say of it. */
export function legendSize(layer: Layer): { readonly width: number; readonly height: number } {
  return layer.kind === 'vector' ? { width: 24, height: 24 } : { width: 88, height: 128 };
}
