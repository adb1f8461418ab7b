import type { Vector3 } from '../../../geodata/place/box.ts';

/** Axes of a picture in the space of the model, in which z is up and y is north. There is no perspective. */
export interface Camera {
  readonly right: Vector3;
  readonly up: Vector3;
  /** To the viewer. */
  readonly back: Vector3;
  /** To the light. */
  readonly light: Vector3;
}

const DEGREE = Math.PI / 180;
/** The viewer stands in the south, some way to the east, so that three sides of a house are seen; and as high as drones fly around one. */
const [AZIMUTH, HEIGHT] = [30 * DEGREE, 40 * DEGREE];

function createCamera(azimuth: number, height: number): Camera {
  const [sin, cos] = [Math.sin(azimuth), Math.cos(azimuth)];
  const [high, flat] = [Math.sin(height), Math.cos(height)];
  const right: Vector3 = [cos, sin, 0];
  const up: Vector3 = [-sin * high, cos * high, flat];
  const back: Vector3 = [sin * flat, -cos * flat, high];
  // From the upper left, over the shoulder of the viewer.
  const light = [0, 1, 2].map((axis) => back[axis]! + up[axis]! - 0.8 * right[axis]!);
  const length = Math.hypot(...light);
  return { right, up, back, light: light.map((part) => part / length) as unknown as Vector3 };
}

export const CAMERA = createCamera(AZIMUTH, HEIGHT);

/** A part of the plane of the picture, y up, in units of the model. */
export interface Frame {
  minX: number;
  maxX: number;
  minY: number;
  maxY: number;
}

export const emptyFrame = (): Frame => ({ minX: Infinity, maxX: -Infinity, minY: Infinity, maxY: -Infinity });

/** Makes a frame so large that it holds all vertices that are numbers. */
export function growFrame(frame: Frame, positions: Float32Array, { right, up }: Camera): void {
  for (let at = 0; at < positions.length; at += 3) {
    const [x, y, z] = [positions[at]!, positions[at + 1]!, positions[at + 2]!];
    const across = right[0] * x + right[1] * y + right[2] * z;
    const along = up[0] * x + up[1] * y + up[2] * z;
    if (!Number.isFinite(across) || !Number.isFinite(along)) continue;
    frame.minX = Math.min(frame.minX, across);
    frame.maxX = Math.max(frame.maxX, across);
    frame.minY = Math.min(frame.minY, along);
    frame.maxY = Math.max(frame.maxY, along);
  }
}

/** Length of the frame's longer side; 0 for an empty frame. */
export const lengthOf = ({ minX, maxX, minY, maxY }: Frame): number => Math.max(0, maxX - minX, maxY - minY);
