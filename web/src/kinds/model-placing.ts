import type { SceneFrame } from '../scene/geometry/scene-frame.ts';
import { mapTriple, type Triple } from '../scene/geometry/triple.ts';

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

/** Higher than any place on Earth, in feet. */
const MOST_LIFT = 100_000;

/** A height to raise by that the address can have. */
export const liftOf = (lift: number): number =>
  Math.min(MOST_LIFT, Math.max(-MOST_LIFT, Math.round(lift * 1000) / 1000)) + 0;
