import { Raycaster, Vector3 } from 'three';
import type { Corridor, CorridorVisitor, PickRay } from '../../../scene/core/layer-view.ts';
import { isInside, lengthOf, mapTriple, minus, type Triple } from '../../../scene/geometry/triple.ts';
import type { LoadedSquare } from './terrain-squares.ts';

/** The height of ground at a place, in the scene; null where there is none. */
type HeightAt = (x: number, y: number) => number | null;

/** Where a ray meets ground first, with the height that the file has there; null where it meets none. */
export function pickGround(
  shown: readonly LoadedSquare[],
  heightAt: HeightAt,
  { origin, direction, clip }: PickRay,
): { readonly at: Triple; readonly distance: number } | null {
  const rays = new Raycaster(new Vector3(...origin), new Vector3(...direction));
  const found = shown
    .flatMap(({ mesh, surface }) =>
      rays.intersectObject(mesh, false).filter(({ faceIndex }) => (faceIndex ?? Infinity) < surface),
    )
    .toSorted((one, other) => one.distance - other.distance)
    .find(({ point: { x, y, z } }) => clip === null || isInside([x, y, z], clip));
  if (found === undefined) return null;
  const { x, y, z } = found.point;
  // The mesh has straight lines between heights; what is told is what the file says.
  const at: Triple = [x, y, heightAt(x, y) ?? z];
  return { at, distance: lengthOf(minus(at, origin)) };
}

/** Points of ground along a profile, and their colour: red, green, blue. */
const STEPS = 2000;
const COLOUR = [130, 95, 60] as const;

/** Calls `visit` for the ground below the line of a corridor. */
export function visitGround({ from, to, clip }: Corridor, heightAt: HeightAt, visit: CorridorVisitor): void {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  for (let step = 0; step <= STEPS; step += 1) {
    const [x, y] = mapTriple(from, (value, axis) => value + ((to[axis] - value) * step) / STEPS);
    const height = heightAt(x, y);
    if (height === null || (clip !== null && !isInside([x, y, height], clip))) continue;
    visit((length * step) / STEPS, height, ...COLOUR);
  }
}
