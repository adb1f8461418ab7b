import type { Vector3 } from '../../../geodata/place/box.ts';
import { type SceneShape, shapeOfScene, type UpHint } from './scene-shape.ts';
import { cross, lookAt, type SplatCamera, unit } from './splat-camera.ts';

const DEGREE = Math.PI / 180;
/** Vertical field of view, about that of a 50 mm lens, which distorts little. */
const FIELD_OF_VIEW = 40 * DEGREE;
/** Elevation of the cameras above the middle. */
const HEIGHT = 25 * DEGREE;
/** Azimuth of the first view from the front, so that it shows two sides. */
const AZIMUTH = 30 * DEGREE;
/** Share of the distance to the middle in which nothing is drawn: floaters near the camera would hide the scene. */
const CLEAR = 0.2;

/** Creates views on a circle around the middle of a scene, slightly from above. The first is from the front. */
export function viewsAround(centres: Float32Array, count: number, hint?: UpHint): readonly SplatCamera[] {
  const shape = shapeOfScene(centres, hint);
  return Array.from({ length: count }, (_, at) => viewFrom(shape, AZIMUTH + (at * 2 * Math.PI) / count));
}

/** @param azimuth radians from the front, seen from above against the clock */
function viewFrom({ middle, reach, up }: SceneShape, azimuth: number): SplatCamera {
  // The front is -y where z is up, which is the south, and the side from which z comes to the viewer where y is up.
  const front: Vector3 = up[2] === 0 ? [0, 0, up[1]] : [0, -1, 0];
  const side = cross(up, front);
  const [sin, cos] = [Math.sin(azimuth) * Math.cos(HEIGHT), Math.cos(azimuth) * Math.cos(HEIGHT)];
  const along = (axis: 0 | 1 | 2): number => front[axis] * cos + side[axis] * sin + up[axis] * Math.sin(HEIGHT);
  const way = unit([along(0), along(1), along(2)]);
  // The sphere around the box of the scene fits into the picture.
  const distance = (Math.hypot(...reach) || 1) / Math.sin(FIELD_OF_VIEW / 2);
  const eye: Vector3 = [middle[0] + distance * way[0], middle[1] + distance * way[1], middle[2] + distance * way[2]];
  return lookAt({ eye, target: middle, up, fieldOfView: FIELD_OF_VIEW, near: CLEAR * distance });
}
