import { add, type Box, cornersOf, cross, dot, middleOf, minus, times, type Triple } from '../geometry/triple.ts';

/** Where the eye is: it looks at `target` from `distance` away. z is up. */
export type Pose = {
  readonly target: Triple;
  readonly distance: number;
  /** Degrees clockwise from north in which it looks. */
  readonly azimuth: number;
  /** Degrees that it looks down: 90 is a plan, 0 level, below 0 up. */
  readonly tilt: number;
};

/** Degrees of the picture's height. */
export const FIELD_OF_VIEW = 50;

export type Axes = { readonly right: Triple; readonly up: Triple; readonly forward: Triple };

export function axesOf({ azimuth, tilt }: Pick<Pose, 'azimuth' | 'tilt'>): Axes {
  const [turn, down] = [radians(azimuth), radians(tilt)];
  const forward: Triple = [Math.sin(turn) * Math.cos(down), Math.cos(turn) * Math.cos(down), -Math.sin(down)];
  const right: Triple = [Math.cos(turn), -Math.sin(turn), 0];
  return { right, forward, up: cross(right, forward) };
}

export const eyeOf = (pose: Pose): Triple => minus(pose.target, times(axesOf(pose).forward, pose.distance));

/** Looks from one place at another. */
export function poseBetween(eye: Triple, target: Triple): Pose {
  const [x, y, z] = minus(target, eye);
  const distance = Math.hypot(x, y, z);
  return {
    target,
    distance,
    azimuth: normalAzimuth((Math.atan2(x, y) * 180) / Math.PI),
    tilt: (Math.asin(clamp(-z / distance, -1, 1)) * 180) / Math.PI,
  };
}

/** Turns about the target. */
export const orbit = (pose: Pose, turn: number, down: number): Pose => ({
  ...pose,
  azimuth: normalAzimuth(pose.azimuth + turn),
  tilt: clamp(pose.tilt + down, -90, 90),
});

/** Turns about the eye, as a head does. */
export function lookAround(pose: Pose, turn: number, down: number): Pose {
  const turned = orbit(pose, turn, down);
  return { ...turned, target: add(eyeOf(pose), times(axesOf(turned).forward, pose.distance)) };
}

/** Moves by lengths along the axes of the picture. */
export function pan(pose: Pose, toRight: number, toUp: number): Pose {
  const { right, up } = axesOf(pose);
  return { ...pose, target: add(pose.target, add(times(right, toRight), times(up, toUp))) };
}

/** Goes over the ground: forward, to the right, up. */
export function walk(pose: Pose, ahead: number, toRight: number, up: number): Pose {
  const turn = radians(pose.azimuth);
  const step: Triple = [
    Math.sin(turn) * ahead + Math.cos(turn) * toRight,
    Math.cos(turn) * ahead - Math.sin(turn) * toRight,
    up,
  ];
  return { ...pose, target: add(pose.target, step) };
}

const CLOSEST = 1e-3;
const FARTHEST = 1e8;

/** @param factor below 1: closer @param towards a place that keeps its place in the picture; default: the target */
export function zoom(pose: Pose, factor: number, towards: Triple = pose.target): Pose {
  const distance = clamp(pose.distance * factor, CLOSEST, FARTHEST);
  const moved = times(minus(towards, pose.target), 1 - distance / pose.distance);
  return { ...pose, distance, target: add(pose.target, moved) };
}

/** A direction from the eye. @param x, y from -1 to 1, to the right and up @param aspect width of the picture by its height */
export function rayThrough(pose: Pose, x: number, y: number, aspect: number): Triple {
  const { right, up, forward } = axesOf(pose);
  const half = Math.tan(radians(FIELD_OF_VIEW) / 2);
  const direction = add(forward, add(times(right, x * half * aspect), times(up, y * half)));
  return times(direction, 1 / Math.hypot(...direction));
}

/** Where the ray meets the plane through the target that faces the eye. */
export function targetPlanePoint(pose: Pose, x: number, y: number, aspect: number): Triple {
  const half = Math.tan(radians(FIELD_OF_VIEW) / 2) * pose.distance;
  const { right, up } = axesOf(pose);
  return add(pose.target, add(times(right, x * half * aspect), times(up, y * half)));
}

/** Length of a pixel at the target. */
export const pixelAtTarget = ({ distance }: Pose, heightPixels: number): number =>
  (2 * distance * Math.tan(radians(FIELD_OF_VIEW) / 2)) / Math.max(1, heightPixels);

/** Room around what is shown whole. */
const MARGIN = 1.06;

/** Looks at the middle of a box, in the same direction, from as near as it is seen whole. */
export function seeWhole(pose: Pose, box: Box, aspect: number): Pose {
  const target = middleOf(box);
  const { right, up, forward } = axesOf(pose);
  const half = Math.tan(radians(FIELD_OF_VIEW) / 2);
  const needed = cornersOf(box).map((corner) => {
    const at = minus(corner, target);
    const beside = Math.max(Math.abs(dot(at, right)) / (half * aspect), Math.abs(dot(at, up)) / half);
    return beside * MARGIN - dot(at, forward);
  });
  return { ...pose, target, distance: clamp(Math.max(...needed), CLOSEST, FARTHEST) };
}

export const radians = (degrees: number): number => (degrees * Math.PI) / 180;

export const normalAzimuth = (degrees: number): number => ((degrees % 360) + 360) % 360;

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
