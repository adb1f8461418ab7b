import type { SplatModel } from '../model/splat-model.ts';
import type { SplatCamera } from './splat-camera.ts';
import { extentOf, opacityOf, widthOf } from './splat-opacity.ts';
import { LEAST_ALPHA } from './visible-splats.ts';

/** Variance in pixels that is added to each splat, so that none falls between the middles of pixels. */
const LOW_PASS = 0.3;

/** Splats in a picture, ready to be blended: ellipses in pixels, with y down. */
export interface ProjectedSplats {
  count: number;
  readonly indices: Uint32Array;
  /** Middle per splat, in pixels. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** The squared distance from the middle in standard deviations is `a dx² + 2 b dx dy + c dy²`. */
  readonly a: Float32Array;
  readonly b: Float32Array;
  readonly c: Float32Array;
  /** Squared distance per splat at which it ends, in standard deviations. */
  readonly ends: Float32Array;
  /** Half of the width and height of the bounding box per splat, in pixels. */
  readonly reachX: Float32Array;
  readonly reachY: Float32Array;
  /** Opacity in the middle per splat; splat-opacity.ts describes opacities above 1. */
  readonly opacities: Float32Array;
}

export function roomForProjected(count: number): ProjectedSplats {
  const floats = (): Float32Array => new Float32Array(count);
  return {
    count: 0,
    indices: new Uint32Array(count),
    x: floats(),
    y: floats(),
    a: floats(),
    b: floats(),
    c: floats(),
    ends: floats(),
    reachX: floats(),
    reachY: floats(),
    opacities: floats(),
  };
}

export interface Projection {
  readonly model: SplatModel;
  readonly camera: SplatCamera;
  readonly width: number;
  readonly height: number;
  /** Whether what the low pass makes larger becomes fainter by as much. */
  readonly compensates: boolean;
}

/** Appends the projection of a splat. @returns false if it is not in the picture */
export function projectSplat(projection: Projection, index: number, into: ProjectedSplats): boolean {
  const { model, camera, width, height } = projection;
  const { eye, right, up, forward, window } = camera;
  const { centres, scales, rotations } = model;
  const dx = centres[3 * index]! - eye[0];
  const dy = centres[3 * index + 1]! - eye[1];
  const dz = centres[3 * index + 2]! - eye[2];
  const depth = forward[0] * dx + forward[1] * dy + forward[2] * dz;
  const across = (right[0] * dx + right[1] * dy + right[2] * dz) / depth;
  const along = (up[0] * dx + up[1] * dy + up[2] * dz) / depth;
  const pixelsX = width / (window.maxX - window.minX);
  const pixelsY = height / (window.maxY - window.minY);
  const x = (across - window.minX) * pixelsX;
  const y = (window.maxY - along) * pixelsY;

  // Rows of the Jacobian matrix of the projection at the centre.
  const stepX = pixelsX / depth;
  const stepY = -pixelsY / depth;
  const jx = stepX * (right[0] - across * forward[0]);
  const jy = stepX * (right[1] - across * forward[1]);
  const jz = stepX * (right[2] - across * forward[2]);
  const kx = stepY * (up[0] - along * forward[0]);
  const ky = stepY * (up[1] - along * forward[1]);
  const kz = stepY * (up[2] - along * forward[2]);

  const qx = rotations[4 * index]!;
  const qy = rotations[4 * index + 1]!;
  const qz = rotations[4 * index + 2]!;
  const qw = rotations[4 * index + 3]!;
  const s0 = scales[3 * index]!;
  const s1 = scales[3 * index + 1]!;
  const s2 = scales[3 * index + 2]!;
  // Axes of the splat, scaled by its standard deviations.
  const ax = s0 * (1 - 2 * (qy * qy + qz * qz));
  const ay = s0 * 2 * (qx * qy + qw * qz);
  const az = s0 * 2 * (qx * qz - qw * qy);
  const bx = s1 * 2 * (qx * qy - qw * qz);
  const by = s1 * (1 - 2 * (qx * qx + qz * qz));
  const bz = s1 * 2 * (qy * qz + qw * qx);
  const cx = s2 * 2 * (qx * qz + qw * qy);
  const cy = s2 * 2 * (qy * qz - qw * qx);
  const cz = s2 * (1 - 2 * (qx * qx + qy * qy));

  const ja = jx * ax + jy * ay + jz * az;
  const jb = jx * bx + jy * by + jz * bz;
  const jc = jx * cx + jy * cy + jz * cz;
  const ka = kx * ax + ky * ay + kz * az;
  const kb = kx * bx + ky * by + kz * bz;
  const kc = kx * cx + ky * cy + kz * cz;
  const sharpXx = ja * ja + jb * jb + jc * jc;
  const sharpYy = ka * ka + kb * kb + kc * kc;
  const xy = ja * ka + jb * kb + jc * kc;
  const xx = sharpXx + LOW_PASS;
  const yy = sharpYy + LOW_PASS;
  const area = xx * yy - xy * xy;
  if (!(area > 0 && area < Infinity)) return false;

  const fullWidth = widthOf(model.opacities[index]!);
  const fading = projection.compensates ? Math.sqrt(Math.max(0, sharpXx * sharpYy - xy * xy) / area) : 1;
  const splatWidth = fullWidth * fading;
  if (!(splatWidth >= LEAST_ALPHA)) return false;
  const extent = extentOf(fullWidth);
  // A faint splat ends where it no longer changes a pixel.
  const end = splatWidth > 1 ? extent * extent : Math.min(extent * extent, 2 * Math.log(splatWidth / LEAST_ALPHA));
  const reachX = Math.sqrt(end * xx);
  const reachY = Math.sqrt(end * yy);
  if (!(x + reachX > 0 && x - reachX < width && y + reachY > 0 && y - reachY < height)) return false;

  const at = into.count;
  into.count = at + 1;
  into.indices[at] = index;
  into.x[at] = x;
  into.y[at] = y;
  into.a[at] = yy / area;
  into.b[at] = -xy / area;
  into.c[at] = xx / area;
  into.ends[at] = end;
  into.reachX[at] = reachX;
  into.reachY[at] = reachY;
  into.opacities[at] = opacityOf(splatWidth);
  return true;
}
