import type { NexusNode } from '../../../../../src/kinds/mesh/nexus/nexus-head.ts';
import type { SceneFrame, SceneView } from '../../../scene/core/scene-layer.ts';
import { lengthOf, mapTriple, minus, type Triple } from '../../../scene/geometry/triple.ts';

/** Where a model stands in the scene: `place × scale + shift`. */
export type ModelPlacing = { readonly shift: Triple; readonly scale: Triple };

/**
 * @param zero place in the CRS that is 0, 0, 0 in the file
 * @param lift height that the model is raised by
 */
export const placingOf = ({ origin, scale }: SceneFrame, zero: Triple, lift: number): ModelPlacing => ({
  scale,
  shift: mapTriple(zero, (value, axis) => (value - origin[axis] + (axis === 2 ? lift : 0)) * scale[axis]),
});

export const placed = ({ shift, scale }: ModelPlacing, [x, y, z]: Triple): Triple => [
  x * scale[0] + shift[0],
  y * scale[1] + shift[1],
  z * scale[2] + shift[2],
];

/** Lengths of the model in the scene: the largest that they can be. */
export const largestScale = ({ scale }: ModelPlacing): number => Math.max(...scale);

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
