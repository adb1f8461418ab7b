/**
 * Computes the covariance of a splat as xx, yy, zz, xy, xz, yz.
 *
 * @param u variance along the first axis of the splat
 * @param v variance along its second axis
 * @param w variance along its third axis
 */
export function covariance(
  u: number,
  v: number,
  w: number,
  x: number,
  y: number,
  z: number,
  r: number,
  out: Float64Array,
): void {
  const ax = 1 - 2 * (y * y + z * z);
  const ay = 2 * (x * y + z * r);
  const az = 2 * (x * z - y * r);
  const bx = 2 * (x * y - z * r);
  const by = 1 - 2 * (x * x + z * z);
  const bz = 2 * (y * z + x * r);
  const cx = 2 * (x * z + y * r);
  const cy = 2 * (y * z - x * r);
  const cz = 1 - 2 * (x * x + y * y);
  out[0] = u * ax * ax + v * bx * bx + w * cx * cx;
  out[1] = u * ay * ay + v * by * by + w * cy * cy;
  out[2] = u * az * az + v * bz * bz + w * cz * cz;
  out[3] = u * ax * ay + v * bx * by + w * cx * cy;
  out[4] = u * ax * az + v * bx * bz + w * cx * cz;
  out[5] = u * ay * az + v * by * bz + w * cy * cz;
}
