import type { NexusNode } from '../../../../../src/kinds/mesh/nexus/nexus-head.ts';
import type { SceneView } from '../../../scene/core/layer-view.ts';
import { lengthOf, minus } from '../../../scene/geometry/triple.ts';
import { largestScale, type ModelPlacing, placed } from '../../model-placing.ts';

/**
 * Pixels of the page by which the surface is off where the node is not drawn; null where it is not in the picture. Balls of coarse
 * nodes are around those of the nodes that replace them, so a node that is seen never waits for one that is not.
 */
export function pixelsOff(
  { error, centre, radius }: Pick<NexusNode, 'error' | 'centre' | 'radius'>,
  placing: ModelPlacing,
  { eye, sees, pixelsAtOne, pixelRatio }: Pick<SceneView, 'eye' | 'sees' | 'pixelsAtOne' | 'pixelRatio'>,
): number | null {
  const scale = largestScale(placing);
  const middle = placed(placing, centre);
  if (!sees(middle, radius * scale)) return null;
  const off = error * scale;
  if (!Number.isFinite(off)) return Infinity;
  if (off === 0) return 0;
  const distance = Math.max(lengthOf(minus(middle, eye)) - radius * scale, off);
  return (off * pixelsAtOne) / (distance * pixelRatio);
}
