import type { TilesRenderer } from '3d-tiles-renderer/three';
import { type Intersection, Raycaster, Vector3 } from 'three';
import type { PickRay } from '../../../scene/core/layer-view.ts';
import type { Picked, SceneLayer } from '../../../scene/core/scene-layer.ts';
import { isInside } from '../../../scene/geometry/triple.ts';
import { visibleTiles } from '../loaded-tile.ts';

/** Pixels of the page around a point that count as on it. */
const NEAR = 4;

/** The surface or point that a ray meets first within the clip box. */
export function pickTile(
  tiles: TilesRenderer,
  { origin, direction, pixel, clip }: PickRay,
  layer: SceneLayer,
): Picked | null {
  const rays = new Raycaster(new Vector3(...origin), new Vector3(...direction));
  const found = (threshold: number): readonly Intersection[] => {
    rays.params.Points.threshold = threshold;
    return rays
      .intersectObject(tiles.group, true)
      .filter(({ point: { x, y, z } }) => clip === null || isInside([x, y, z], clip));
  };
  const surface = found(0).find(({ object }) => !('isPoints' in object));
  // Points have no size: the farther they are, the larger is the room around them.
  const reach = surface?.distance ?? rayLength(tiles, origin);
  const near = found(NEAR * pixel * reach).find(
    ({ object, distance, distanceToRay = 0 }) => 'isPoints' in object && distanceToRay <= NEAR * pixel * distance,
  );
  const best = near !== undefined && near.distance < (surface?.distance ?? Infinity) ? near : surface;
  if (best === undefined) return null;
  const { point, distance, distanceToRay = 0 } = best;
  return {
    at: [point.x, point.y, point.z],
    distance,
    offPixels: distanceToRay / Math.max(distance * pixel, Number.MIN_VALUE),
    layer,
    part: best,
  };
}

/** To the farthest that there is. */
function rayLength(tiles: TilesRenderer, origin: readonly [number, number, number]): number {
  const eye = new Vector3(...origin);
  let farthest = 0;
  for (const { engineData } of visibleTiles(tiles))
    farthest = Math.max(farthest, engineData.scene?.getWorldPosition(new Vector3()).distanceTo(eye) ?? 0);
  return 2 * farthest;
}
