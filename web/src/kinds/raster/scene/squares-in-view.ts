import type { SceneView } from '../../../scene/core/layer-view.ts';
import { lengthOf, minus, type Triple } from '../../../scene/geometry/triple.ts';
import type { Ground } from './ground.ts';
import { chooseSquares } from './square-choice.ts';
import { HEIGHT_LEVELS, meets, type Square } from './tile-grid.ts';

/** Pixels of the screen that one of a picture may cover before finer ones are drawn. */
const WIDEST_PIXEL = 1.5;
/** Levels of pictures that are drawn beyond the finest heights. */
const MOST_BEYOND = 8;

type Shown = {
  readonly ground: Ground;
  /** How far the ground is moved up. */
  readonly lift: number;
  /** Finest level of the heights; null for ground that has none. */
  readonly heights: number | null;
  /** Finest level of the pictures. */
  readonly pictures: number;
  readonly most: number;
};

/** Squares that a view shows, finer where it is near. */
export function squaresInView(view: SceneView, { ground, lift, heights, pictures, most }: Shown): readonly Square[] {
  const finest = heights === null ? 0 : heights + HEIGHT_LEVELS;
  return chooseSquares({
    roots: ground.roots,
    pixelsOf(square) {
      const { middle, radius } = ground.ballOf(square);
      const lifted: Triple = [middle[0], middle[1], middle[2] + lift];
      if (!view.sees(lifted, radius)) return null;
      const apart = Math.max(lengthOf(minus(view.eye, lifted)) - radius, radius * 1e-3);
      return (ground.placeOf(square).pixel * view.pixelsAtOne) / apart;
    },
    exists: (square) => meets(square, ground.covered),
    deepest: heights === null ? pictures : Math.max(finest, Math.min(pictures, finest + MOST_BEYOND)),
    most,
    widest: WIDEST_PIXEL * view.pixelRatio,
  });
}
