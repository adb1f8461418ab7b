import type { SceneLayer } from '../core/scene-layer.ts';
import { type SceneFrame, toCrs } from '../geometry/scene-frame.ts';
import type { Box } from '../geometry/triple.ts';

/** Share of the sides of a box in which points count as its middle: points have gaps between them. */
const AROUND = 0.02;

/**
 * Height of a layer below the middle of a box, whether it lies under the box or over it: what is shown of it, from above.
 *
 * @param box in coordinates of the scene
 * @returns in the CRS; null where the layer has nothing there
 */
export function heightBelow(layer: SceneLayer, { min, max }: Box, frame: SceneFrame): number | null {
  if (layer.bounds === null) return null;
  const width = Math.max(max[0] - min[0], max[1] - min[1]);
  const tall = layer.bounds.max[2] - layer.bounds.min[2] + width;
  // So far above that all of the layer is about as far away.
  const above = 10 * tall;
  const found = layer.pick({
    origin: [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, layer.bounds.max[2] + above],
    direction: [0, 0, -1],
    pixel: (AROUND * width) / above,
    clip: null,
  });
  return found === null ? null : toCrs(frame, found.at)[2];
}
