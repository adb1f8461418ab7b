import type { Vector3 } from '../../../geodata/place/box.ts';

/** A perspective view of splats, in the axes of their file. */
export interface SplatCamera {
  readonly eye: Vector3;
  /** Unit vectors at right angles. */
  readonly right: Vector3;
  readonly up: Vector3;
  readonly forward: Vector3;
  /** What the picture shows of the plane one unit in front of the eye. */
  readonly window: CameraWindow;
  /** Splats whose centres are nearer than this to the plane of the eye are not drawn. */
  readonly near: number;
}

/** A part of the plane one unit in front of the eye: x to the right, y up. */
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

export interface LookAt {
  readonly eye: Vector3;
  readonly target: Vector3;
  /** Any direction that is not along the view. */
  readonly up: Vector3;
  /** Radians that the picture shows from its bottom to its top. */
  readonly fieldOfView: number;
  /** Width by height. Default: 1. */
  readonly aspect?: number;
  /** Default: a thousandth of the way to the target. */
  readonly near?: number;
}

/** The camera at a place that has another place in the middle of its picture. */
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
