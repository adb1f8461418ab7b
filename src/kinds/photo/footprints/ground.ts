import type { Direction } from './rays.ts';

/** East and north of the camera, in metres. */
export type GroundPoint = readonly [east: number, north: number];

/** Rays that fall flatter than this from the vertical are cut there: near the horizon they would reach hundreds of kilometres. */
const WIDEST = Math.tan((80 * Math.PI) / 180);

/** Whether a ray meets the ground before it is cut. */
export const looksDown = ([east, north, up]: Direction): boolean => up < 0 && Math.hypot(east, north) <= -up * WIDEST;

/** How far a ray runs over the ground for each metre it falls; cut at `WIDEST`. */
export function slideOf([east, north, up]: Direction): GroundPoint {
  const level = Math.hypot(east, north);
  const fall = up < 0 ? Math.max(-up, level / WIDEST) : level / WIDEST;
  return fall === 0 ? [0, 0] : [east / fall, north / fall];
}

/** Steps along a ray until the ground is met: terrain between two of them is not seen. */
const MAX_STEPS = 256;
/** Halvings of the last step: from 100 m to a millimetre. */
const HALVINGS = 17;

/**
 * Where a ray meets a terrain.
 *
 * @param slide of the ray, by `slideOf`
 * @param height of the camera, in the unit and from the zero of the terrain
 * @param lowest that the ray may come, from the same zero
 * @param heightAt of the terrain; NaN where it has none
 * @param spacing of its heights on the ground, in metres
 * @returns null where the ray leaves the terrain without having met it
 */
export function meetTerrain(
  slide: GroundPoint,
  height: number,
  lowest: number,
  heightAt: (point: GroundPoint) => number,
  spacing: number,
): GroundPoint | null {
  const depth = height - lowest;
  const run = Math.hypot(slide[0], slide[1]) * depth;
  const steps = Math.max(1, Math.min(MAX_STEPS, Math.ceil(run / spacing)));
  const at = (fall: number): GroundPoint => [slide[0] * fall, slide[1] * fall];
  // Above the ground is positive; unknown counts as above.
  const gap = (fall: number): number => height - fall - heightAt(at(fall));
  for (let step = 1; step <= steps; step += 1) {
    let [above, below] = [((step - 1) / steps) * depth, (step / steps) * depth];
    if (!(gap(below) <= 0)) continue;
    for (let round = 0; round < HALVINGS; round += 1) {
      const middle = (above + below) / 2;
      if (gap(middle) <= 0) below = middle;
      else above = middle;
    }
    return at(below);
  }
  return null;
}
