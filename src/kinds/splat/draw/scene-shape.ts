import type { Vector3 } from '../../../geodata/place/box.ts';

/** The part of a scene that people look at, without the far splats of the sky and those that float around. */
export interface SceneShape {
  readonly middle: Vector3;
  /** Half of the sides of the box around it. */
  readonly reach: Vector3;
  /** A unit vector along one of the axes. */
  readonly up: Vector3;
}

/** Centres that are looked at: their percentiles are right to half a percent. */
const SAMPLES = 50_000;
/** Share of centres that lie outside of the scene on either side of an axis. */
const OUTSIDE = 0.03;
/** z is up where it has less than this share of the spread of x and of y, as a piece of land has. */
const FLAT = 0.5;
/** Largest ratio of the spreads of x and y of a piece of land. A thin thing that stands upright is longer. */
const LONG = 4;

/**
 * Finds the scene among centres, and which way is up. No format of splats says the latter.
 *
 * - The axis is y, as cameras that scenes are trained with have it; z if the scene is flat along z and spreads along both others, as
 *   surveyed land does.
 * - The side: more splats are near the ground than in the height. Down is the end of the axis that the median centre is nearer to. So
 *   scenes with y down, as trained ones have it, and scenes with y up, as SPZ has it, both stand upright.
 */
export function shapeOfScene(centres: Float32Array): SceneShape {
  const sorted = [0, 1, 2].map((axis) => sampleAxis(centres, axis));
  const at = (axis: number, share: number): number => {
    const values = sorted[axis]!;
    return values[Math.min(values.length - 1, Math.floor(share * values.length))] ?? 0;
  };
  const spread = (axis: number): number => at(axis, 0.9) - at(axis, 0.1);
  const [x, y, z] = [spread(0), spread(1), spread(2)];
  const isLand = z < FLAT * Math.min(x, y) && Math.max(x, y) < LONG * Math.min(x, y);
  const axis = isLand ? 2 : 1;
  const below = at(axis, 0.5) - at(axis, OUTSIDE);
  const above = at(axis, 1 - OUTSIDE) - at(axis, 0.5);
  const side = below <= above ? 1 : -1;
  const middle = (of: number): number => (at(of, OUTSIDE) + at(of, 1 - OUTSIDE)) / 2;
  const reach = (of: number): number => (at(of, 1 - OUTSIDE) - at(of, OUTSIDE)) / 2;
  return {
    middle: [middle(0), middle(1), middle(2)],
    reach: [reach(0), reach(1), reach(2)],
    up: axis === 2 ? [0, 0, side] : [0, side, 0],
  };
}

/** Finite values of some centres along an axis, sorted. */
function sampleAxis(centres: Float32Array, axis: number): Float32Array {
  const count = centres.length / 3;
  const step = Math.max(1, count / SAMPLES);
  const values = new Float32Array(Math.min(count, SAMPLES));
  let found = 0;
  for (let at = 0; at < values.length; at += 1) {
    const value = centres[3 * Math.floor(at * step) + axis]!;
    if (Number.isFinite(value)) values[found++] = value;
  }
  return values.subarray(0, found).sort();
}
