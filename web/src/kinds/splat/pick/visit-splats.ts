import type { Corridor, CorridorVisitor } from '../../../scene/core/layer-view.ts';
import { isInside, type Triple } from '../../../scene/geometry/triple.ts';
import type { DrawnSplats } from '../spark/shown-splats.ts';
import { placed, type SplatPlacing } from '../splat-place.ts';
import { colourOf, opacityOf } from './splat-words.ts';

/** Fainter splats are haze, and would hide the ground in a profile. */
const LEAST_OPACITY = 0.2;

const byte = (value: number): number => Math.round(255 * Math.min(1, Math.max(0, value)));

/** Hands over the centres of the splats in a corridor. */
export function visitSplats(
  { count, indices, places, looks }: DrawnSplats,
  placing: SplatPlacing,
  { from, to, width, clip }: Corridor,
  visit: CorridorVisitor,
): void {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  if (length === 0) return;
  const [alongX, alongY] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const centres = new Float32Array(places.buffer, places.byteOffset, places.length);
  for (let index = 0; index < count; index += 1) {
    const splat = indices[index]!;
    if (opacityOf(places, splat) < LEAST_OPACITY) continue;
    const file: Triple = [centres[4 * splat]!, centres[4 * splat + 1]!, centres[4 * splat + 2]!];
    const at = placed(placing, file);
    const toX = at[0] - from[0];
    const toY = at[1] - from[1];
    const along = toX * alongX + toY * alongY;
    if (along < 0 || along > length || Math.abs(toX * alongY - toY * alongX) > width / 2) continue;
    if (clip !== null && !isInside(at, clip)) continue;
    const colour = colourOf(looks, splat);
    visit(along, at[2], byte(colour[0]), byte(colour[1]), byte(colour[2]));
  }
}
