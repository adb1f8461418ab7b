import { boxToScene, type SceneFrame } from '../../../scene/geometry/scene-frame.ts';
import { type Box, lengthOf, mapTriple, middleOf, minus, type Triple } from '../../../scene/geometry/triple.ts';
import type { SceneView } from '../../../scene/core/layer-view.ts';
import type { CopcHeader } from './copc-header.ts';
import type { Cell } from './node-choice.ts';

type Cube = Pick<CopcHeader, 'center' | 'halfSize' | 'min' | 'max'>;

/** The part of a cell that can have points, in the CRS. */
export function cellBox({ center, halfSize, min, max }: Cube, { level, x, y, z }: Cell): Box {
  const side = (2 * halfSize) / 2 ** level;
  const corner = mapTriple([x, y, z], (number, axis) => center[axis] - halfSize + number * side);
  return {
    min: mapTriple(corner, (value, axis) => Math.max(value, Math.min(min[axis], value + side))),
    max: mapTriple(corner, (value, axis) => Math.min(value + side, Math.max(max[axis], value))),
  };
}

/** A ball around a cell, in coordinates of the scene. */
export type Ball = { readonly middle: Triple; readonly radius: number };

export function cellBall(cube: Cube, cell: Cell, frame: SceneFrame): Ball {
  const box = boxToScene(frame, cellBox(cube, cell));
  return { middle: middleOf(box), radius: lengthOf(minus(box.max, box.min)) / 2 };
}

/** Distance of the points of a cell in the scene. */
export const cellSpacing = ({ spacing }: Pick<CopcHeader, 'spacing'>, { level }: Cell, { scale }: SceneFrame): number =>
  (spacing * scale[0]) / 2 ** level;

/** Pixels of the page between two points of a cell at its nearest; null where it is not in the picture. */
export function pixelsBetween(
  { middle, radius }: Ball,
  spacing: number,
  { eye, sees, pixelsAtOne, pixelRatio }: Pick<SceneView, 'eye' | 'sees' | 'pixelsAtOne' | 'pixelRatio'>,
): number | null {
  if (!sees(middle, radius)) return null;
  const distance = Math.max(lengthOf(minus(middle, eye)) - radius, spacing);
  return (spacing * pixelsAtOne) / (distance * pixelRatio);
}
