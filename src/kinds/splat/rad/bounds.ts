import { type Box3, growingBox } from '../../../geodata/place/box.ts';
import type { SplatTree } from '../model/splat-tree.ts';

/** The box around the centres of all leaves, as `bounds.json` tells it; null where none is at a finite place. */
export function boundsOf({ splats: { centres, count }, childCounts }: SplatTree): Box3 | null {
  const box = growingBox();
  for (let splat = 0; splat < count; splat += 1)
    if (childCounts[splat] === 0) box.add(centres[3 * splat]!, centres[3 * splat + 1]!, centres[3 * splat + 2]!);
  return box.box();
}
