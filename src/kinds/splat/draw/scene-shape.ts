import type { Vector3 } from '../../../geodata/place/box.ts';
import type { UpAxis } from './usual-up.ts';

/** Main part of a scene, without the distant splats of the sky and without floaters. */
export interface SceneShape {
  readonly middle: Vector3;
  /** Half of the sides of its bounding box. */
  readonly reach: Vector3;
  /** Axis that points up. */
  readonly axis: UpAxis;
  /** Unit vector along that axis. */
  readonly up: Vector3;
}

/** Maximum number of sampled centres, which gives percentiles to half a percent. */
const SAMPLES = 50_000;
/**
 * Median distances from the median place within which the scene lies: the far ground and sky of a capture out of doors are a third of its
 * splats, and ten times as far away. The head of a guitar is four of them away; less would cut off more than pictures add at their sides.
 */
const FENCE = 3;
/** Share of these centres that is cut off at each end of an axis, which removes floaters. */
const OUTSIDE = 0.03;
/** z is up where it has less than this share of the spread of x and of y, as a piece of land has. */
const FLAT = 0.5;
/** Largest ratio of the spreads of x and y of a piece of land. A thin thing that stands upright is longer. */
const LONG = 4;

/** How many times as far as the other end of y the median centre is from one that is up for certain. */
const SURE = 4;

/** Hints for the up direction. */
export interface UpHint {
  /** True if z is up, as for splats with a place on Earth. */
  readonly isZ?: boolean;
  /** The side of y that is up in files of the format: 1 for SPZ. Default: -1, as cameras have it that scenes are trained with. */
  readonly y?: 1 | -1;
}

/**
 * Finds the scene among centres, and which way is up. No file says the latter.
 *
 * - z is up where the hint says so, and where the scene is flat along z and spreads along both others, as surveyed land does. The ground
 *   has more splats than the height, so up is the end that the median centre is farther from.
 * - Else it is y: the end that the median centre is much farther from, as that of a thing on a wide ground is; else the side that
 *   the hint names. Things without a ground may be heavier at their top, as a person is.
 */
export function shapeOfScene(centres: Float32Array, hint: UpHint = {}): SceneShape {
  const samples = nearMedian(sampled(centres));
  const axes = [0, 1, 2].map((of) => sortedAxis(samples, of));
  const low = (of: number): number => share(axes[of]!, OUTSIDE);
  const high = (of: number): number => share(axes[of]!, 1 - OUTSIDE);
  const axis = upOf(axes, hint);
  const middle = (of: number): number => (low(of) + high(of)) / 2;
  const reach = (of: number): number => (high(of) - low(of)) / 2;
  return {
    middle: [middle(0), middle(1), middle(2)],
    reach: [reach(0), reach(1), reach(2)],
    axis,
    up: UP_VECTORS[axis],
  };
}

const UP_VECTORS: Readonly<Record<UpAxis, Vector3>> = {
  z: [0, 0, 1],
  '-z': [0, 0, -1],
  y: [0, 1, 0],
  '-y': [0, -1, 0],
};

function upOf(axes: readonly Float32Array[], { isZ, y = -1 }: UpHint): UpAxis {
  if (isZ === true) return 'z';
  const spread = (axis: number): number => share(axes[axis]!, 0.9) - share(axes[axis]!, 0.1);
  const [shorter, longer] = [Math.min(spread(0), spread(1)), Math.max(spread(0), spread(1))];
  const isLand = spread(2) < FLAT * shorter && longer < LONG * shorter;
  const values = axes[isLand ? 2 : 1]!;
  const below = share(values, 0.5) - share(values, 0.05);
  const above = share(values, 0.95) - share(values, 0.5);
  if (isLand) return above >= below ? 'z' : '-z';
  if (above > SURE * below) return 'y';
  return below > SURE * above || y === -1 ? '-y' : 'y';
}

/** Samples the finite centres. */
function sampled(centres: Float32Array): Float32Array {
  const count = centres.length / 3;
  const samples = Math.min(count, SAMPLES);
  const found = new Float32Array(3 * samples);
  let length = 0;
  for (let at = 0; at < samples; at += 1) {
    const from = 3 * Math.floor((at * count) / samples);
    const centre = centres.subarray(from, from + 3);
    if (!centre.every(Number.isFinite)) continue;
    found.set(centre, length);
    length += 3;
  }
  return found.subarray(0, length);
}

/** Keeps the centres near the median position, by the median distance. */
function nearMedian(samples: Float32Array): Float32Array {
  const [x, y, z] = [0, 1, 2].map((axis) => share(sortedAxis(samples, axis), 0.5)) as [number, number, number];
  const distances = Float64Array.from({ length: samples.length / 3 }, (_, at) =>
    Math.hypot(samples[3 * at]! - x, samples[3 * at + 1]! - y, samples[3 * at + 2]! - z),
  );
  const most = FENCE * share(distances.toSorted(), 0.5);
  return samples.filter((_, at) => distances[Math.floor(at / 3)]! <= most);
}

const sortedAxis = (samples: Float32Array, axis: number): Float32Array =>
  Float32Array.from({ length: samples.length / 3 }, (_, at) => samples[3 * at + axis]!).sort();

/** Quantile of sorted values. */
const share = (values: Float32Array | Float64Array, part: number): number =>
  values[Math.min(values.length - 1, Math.floor(part * values.length))] ?? 0;
