import type { Pieces } from './pieces.ts';
import type { WorkingGrid } from './working-grid.ts';

/** By label: what the pixels of each piece are together. */
export interface ZoneSums {
  readonly classes: Uint8Array;
  readonly areas: Float64Array;
  /** Means by area. */
  readonly means: Float64Array;
}

/** @param values those of the raster, not the smoothed ones */
export function sumZones(
  { columns, areas: pixelAreas, values }: Pick<WorkingGrid, 'columns' | 'areas' | 'values'>,
  classes: Uint8Array,
  { labels, count }: Pieces,
): ZoneSums {
  const [own, areas, means] = [new Uint8Array(count + 1), new Float64Array(count + 1), new Float64Array(count + 1)];
  for (let at = 0; at < labels.length; at += 1) {
    const label = labels[at]!;
    if (label === 0) continue;
    const area = pixelAreas[Math.floor(at / columns)]!;
    own[label] = classes[at]!;
    areas[label]! += area;
    // A running mean: sums of large values lose digits.
    means[label]! += ((values[at]! - means[label]!) * area) / areas[label]!;
  }
  return { classes: own, areas, means };
}
