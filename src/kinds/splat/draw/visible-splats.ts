import type { SplatModel } from '../model/splat-model.ts';
import type { SplatCamera } from './splat-camera.ts';
import { sortByKeys } from './depth-order.ts';

/** Maximum offset of a centre from the middle of the picture, in half widths; viewers clip there as well. */
const CLIP = 1.4;
/** Half a step of an 8-bit channel; smaller contributions change nothing. */
export const LEAST_ALPHA = 0.5 / 255;

/** Lists the splats that a camera may see, nearest first. Distances are from the eye, so turning the camera keeps the order. */
export function visibleSplats(model: SplatModel, camera: SplatCamera, which?: Uint32Array): Uint32Array {
  const { centres, opacities } = model;
  const [ex, ey, ez] = camera.eye;
  const [rx, ry, rz] = camera.right;
  const [ux, uy, uz] = camera.up;
  const [fx, fy, fz] = camera.forward;
  const { minX, maxX, minY, maxY } = camera.window;
  const [middleX, middleY] = [(minX + maxX) / 2, (minY + maxY) / 2];
  const [reachX, reachY] = [(CLIP * (maxX - minX)) / 2, (CLIP * (maxY - minY)) / 2];
  const near = Math.max(camera.near, 0);
  const all = which?.length ?? model.count;
  const distances = new Float32Array(all);
  const indices = new Uint32Array(all);
  let count = 0;
  for (let at = 0; at < all; at += 1) {
    const index = which === undefined ? at : which[at]!;
    const x = centres[3 * index]! - ex;
    const y = centres[3 * index + 1]! - ey;
    const z = centres[3 * index + 2]! - ez;
    const depth = fx * x + fy * y + fz * z;
    const distance = x * x + y * y + z * z;
    // These comparisons are false for NaN as well.
    if (!(depth > near && distance < Infinity && opacities[index]! >= LEAST_ALPHA)) continue;
    const across = (rx * x + ry * y + rz * z) / depth - middleX;
    const along = (ux * x + uy * y + uz * z) / depth - middleY;
    if (!(Math.abs(across) <= reachX && Math.abs(along) <= reachY)) continue;
    distances[count] = distance;
    indices[count] = index;
    count += 1;
  }
  return sortByKeys(new Uint32Array(distances.buffer, 0, count), indices.subarray(0, count));
}
