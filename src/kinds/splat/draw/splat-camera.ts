import type { Vector3 } from '../../../geodata/place/box.ts';

/** A perspective view of splats, in the axes of their file. */
export interface SplatCamera {
  readonly eye: Vector3;
  /** Orthogonal unit vectors. */
  readonly right: Vector3;
  readonly up: Vector3;
  readonly forward: Vector3;
  /** Part of the plane one unit in front of the eye that the picture shows. */
  readonly window: CameraWindow;
  /** Minimum depth of the centres of drawn splats. */
  readonly near: number;
}

/** Rectangle in the plane one unit in front of the eye: x to the right, y up. */
export interface CameraWindow {
  readonly minX: number;
  readonly maxX: number;
  readonly minY: number;
  readonly maxY: number;
}

export const dot = (a: Vector3, b: Vector3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

export const cross = (a: Vector3, b: Vector3): Vector3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

export function unit(vector: Vector3): Vector3 {
  const length = Math.hypot(...vector);
  return [vector[0] / length, vector[1] / length, vector[2] / length];
}

interface LookAt {
  readonly eye: Vector3;
  readonly target: Vector3;
  /** Any direction that is not along the view. */
  readonly up: Vector3;
  /** Vertical field of view, in radians. */
  readonly fieldOfView: number;
  /** Width divided by height. Default: 1. */
  readonly aspect?: number;
  /** Minimum depth. Default: a thousandth of the distance to the target. */
  readonly near?: number;
}

/** Creates a camera that looks from the eye to the target. */
export function lookAt({ eye, target, up, fieldOfView, aspect = 1, near }: LookAt): SplatCamera {
  const way: Vector3 = [target[0] - eye[0], target[1] - eye[1], target[2] - eye[2]];
  const forward = unit(way);
  const right = unit(cross(forward, up));
  const half = Math.tan(fieldOfView / 2);
  return {
    eye,
    right,
    up: cross(right, forward),
    forward,
    window: { minX: -half * aspect, maxX: half * aspect, minY: -half, maxY: half },
    near: near ?? Math.hypot(...way) / 1000,
  };
}
