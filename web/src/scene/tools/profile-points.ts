import type { Corridor } from '../core/layer-view.ts';
import type { SceneLayer } from '../core/scene-layer.ts';

/** Points of a corridor, seen from its side. */
export type ProfilePoints = {
  readonly count: number;
  /** Distance along the line, and height, of each point. */
  readonly places: Float32Array;
  /** Red, green and blue of each point. */
  readonly colours: Uint8Array;
  readonly heights: readonly [low: number, high: number];
  /** True if there were more. */
  readonly isCut: boolean;
};

/** More are not told apart in a window. */
const MOST_POINTS = 300_000;

export function profilePoints(
  layers: readonly Pick<SceneLayer, 'visitCorridor'>[],
  corridor: Corridor,
  most = MOST_POINTS,
): ProfilePoints {
  const places = new Float32Array(2 * most);
  const colours = new Uint8Array(3 * most);
  let count = 0;
  let isCut = false;
  let [low, high] = [Infinity, -Infinity];
  for (const layer of layers)
    layer.visitCorridor?.(corridor, (along, height, red, green, blue) => {
      if (count === most) {
        isCut = true;
        return;
      }
      places.set([along, height], 2 * count);
      colours.set([red, green, blue], 3 * count);
      low = Math.min(low, height);
      high = Math.max(high, height);
      count += 1;
    });
  return { count, places, colours, heights: [low, high], isCut };
}
