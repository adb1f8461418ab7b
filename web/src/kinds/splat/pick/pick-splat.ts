import type { PickRay } from '../../../scene/core/layer-view.ts';
import { isInside, mapTriple, minus, times, type Triple } from '../../../scene/geometry/triple.ts';
import { placed, type SplatPlacing, turnedBack } from '../splat-place.ts';
import type { DrawnSplats } from '../spark/shown-splats.ts';
import { largestScaleOf, opacityOf, scalesOf, turnOf } from './splat-words.ts';

export type PickedSplat = { readonly splat: number; readonly at: Triple; readonly distance: number };

/** Standard deviations beyond which nothing of a splat is seen. */
const REACH = 3;
/** Less is not seen. */
const LEAST_OPACITY = 1 / 255;
/** Where half of the light is held back, people see a surface. */
const SURFACE = 0.5;
/** A place that lets more light through counts as empty. */
const FAINT = 0.1;

/** A splat that a ray goes through: how much of its light it holds back, and where it is densest along the ray. */
type Met = { readonly splat: number; readonly along: number; readonly opacity: number };

/**
 * The surface that a ray meets: the splat at which half of its light is held back. Each splat that is drawn is looked at; the budget of the
 * scene bounds their number.
 */
export function pickSplat(drawn: DrawnSplats, placing: SplatPlacing, ray: PickRay): PickedSplat | null {
  const met = splatsAlong(drawn, placing, ray).toSorted((one, other) => one.along - other.along);
  let light = 1;
  let best: Met | null = null;
  let most = 0;
  for (const one of met) {
    const held = light * one.opacity;
    if (held > most) [best, most] = [one, held];
    light -= held;
    if (light <= SURFACE) {
      best = one;
      break;
    }
  }
  if (best === null || light > 1 - FAINT) return null;
  const distance = best.along * placing.scale;
  return {
    splat: best.splat,
    distance,
    at: mapTriple(ray.origin, (value, axis) => value + distance * ray.direction[axis]),
  };
}

function splatsAlong(drawn: DrawnSplats, placing: SplatPlacing, ray: PickRay): readonly Met[] {
  const { count, indices, places, looks } = drawn;
  const centres = new Float32Array(places.buffer, places.byteOffset, places.length);
  // In coordinates of the file, where splats are many and the ray is one.
  const eye = turnedBack(placing.up, times(minus(ray.origin, placing.shift), 1 / placing.scale));
  const direction = turnedBack(placing.up, ray.direction);
  const eyeX = eye[0];
  const eyeY = eye[1];
  const eyeZ = eye[2];
  const dirX = direction[0];
  const dirY = direction[1];
  const dirZ = direction[2];
  const found: Met[] = [];
  for (let at = 0; at < count; at += 1) {
    const splat = indices[at]!;
    const x = centres[4 * splat]! - eyeX;
    const y = centres[4 * splat + 1]! - eyeY;
    const z = centres[4 * splat + 2]! - eyeZ;
    const along = x * dirX + y * dirY + z * dirZ;
    if (along <= 0) continue;
    const reach = REACH * (largestScaleOf(looks, splat) + along * ray.pixel);
    if (x * x + y * y + z * z - along * along > reach * reach) continue;
    const place: Triple = [x + eyeX, y + eyeY, z + eyeZ];
    if (ray.clip !== null && !isInside(placed(placing, place), ray.clip)) continue;
    const one = meet(drawn, splat, [x, y, z], direction, along * ray.pixel);
    if (one !== null) found.push(one);
  }
  return found;
}

/** @param to centre of the splat, from the eye. @param blur half a pixel or so: what is smaller is hard to meet */
function meet({ places, looks }: DrawnSplats, splat: number, to: Triple, direction: Triple, blur: number): Met | null {
  const turn = turnOf(looks, splat);
  const scales = mapTriple(scalesOf(looks, splat), (scale) => Math.hypot(scale, blur));
  // Scaled to its own axes, the splat is a ball of radius 1.
  const start = mapTriple(unturn(turn, to), (value, axis) => -value / scales[axis]);
  const step = mapTriple(unturn(turn, direction), (value, axis) => value / scales[axis]);
  const stepLength = step[0] ** 2 + step[1] ** 2 + step[2] ** 2;
  const along = -(start[0] * step[0] + start[1] * step[1] + start[2] * step[2]) / stepLength;
  const apart = start[0] ** 2 + start[1] ** 2 + start[2] ** 2 - along * along * stepLength;
  const opacity = Math.min(1, opacityOf(places, splat)) * Math.exp(-apart / 2);
  return along > 0 && opacity >= LEAST_OPACITY ? { splat, along, opacity } : null;
}

/** Turns a place by the inverse of a unit quaternion. */
function unturn([qx, qy, qz, qw]: readonly [number, number, number, number], [x, y, z]: Triple): Triple {
  const tx = 2 * (qz * y - qy * z);
  const ty = 2 * (qx * z - qz * x);
  const tz = 2 * (qy * x - qx * y);
  return [x + qw * tx + (qz * ty - qy * tz), y + qw * ty + (qx * tz - qz * tx), z + qw * tz + (qy * tx - qx * ty)];
}
