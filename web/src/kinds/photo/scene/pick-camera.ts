import type { PickRay } from '../../../scene/core/layer-view.ts';
import { dot, isInside, lengthOf, minus, times, type Triple } from '../../../scene/geometry/triple.ts';

/** Pixels of the page around a far camera that count as on it. */
const NEAR = 8;

type HitCamera = { readonly index: number; readonly distance: number; readonly offPixels: number };

/** The camera that a ray meets first. @param radius of each of them */
export function pickCamera(places: readonly Triple[], radius: number, ray: PickRay): HitCamera | null {
  let best: HitCamera | null = null;
  for (const [index, place] of places.entries()) {
    const way = minus(place, ray.origin);
    const distance = dot(way, ray.direction);
    if (distance <= 0 || (best !== null && distance >= best.distance)) continue;
    const off = lengthOf(minus(way, times(ray.direction, distance)));
    if (off > Math.max(radius, NEAR * ray.pixel * distance)) continue;
    if (ray.clip !== null && !isInside(place, ray.clip)) continue;
    best = { index, distance, offPixels: off / Math.max(distance * ray.pixel, Number.MIN_VALUE) };
  }
  return best;
}
