/** Places in the outcome of `decompose`: three eigenvalues, then the unit quaternion x, y, z, w of the eigenvectors. */
export const EIGEN_NUMBERS = 7;

/** Sweeps of Jacobi rotations converge quadratically: 5 are usual for 3 x 3, more than 8 were never needed. */
const MOST_SWEEPS = 16;
/** Squares of off-diagonal elements below this share of the squared trace are rounding of doubles. */
const ROUNDING = 1e-30;

/**
 * Eigenvalues and eigenvectors of a symmetric 3 x 3 matrix, by cyclic Jacobi rotations.
 *
 * The axes are the columns of the rotation matrix of the quaternion. Values are in no particular order.
 */
export function decompose(
  xx: number,
  yy: number,
  zz: number,
  xy: number,
  xz: number,
  yz: number,
  out: Float64Array,
): void {
  const trace = Math.abs(xx) + Math.abs(yy) + Math.abs(zz);
  const least = ROUNDING * trace * trace;
  // Columns of the rotation so far.
  let [ax, ay, az, bx, by, bz, cx, cy, cz] = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  for (let sweep = 0; sweep < MOST_SWEEPS && xy * xy + xz * xz + yz * yz > least; sweep += 1) {
    if (xy !== 0) {
      const t = tangent(xx, yy, xy);
      const c = 1 / Math.sqrt(t * t + 1);
      const s = t * c;
      xx -= t * xy;
      yy += t * xy;
      xy = 0;
      const oldXz = xz;
      const oldX = ax;
      const oldY = ay;
      const oldZ = az;
      xz = c * oldXz - s * yz;
      yz = s * oldXz + c * yz;
      ax = c * oldX - s * bx;
      ay = c * oldY - s * by;
      az = c * oldZ - s * bz;
      bx = s * oldX + c * bx;
      by = s * oldY + c * by;
      bz = s * oldZ + c * bz;
    }
    if (xz !== 0) {
      const t = tangent(xx, zz, xz);
      const c = 1 / Math.sqrt(t * t + 1);
      const s = t * c;
      xx -= t * xz;
      zz += t * xz;
      xz = 0;
      const oldXy = xy;
      const oldX = ax;
      const oldY = ay;
      const oldZ = az;
      xy = c * oldXy - s * yz;
      yz = s * oldXy + c * yz;
      ax = c * oldX - s * cx;
      ay = c * oldY - s * cy;
      az = c * oldZ - s * cz;
      cx = s * oldX + c * cx;
      cy = s * oldY + c * cy;
      cz = s * oldZ + c * cz;
    }
    if (yz !== 0) {
      const t = tangent(yy, zz, yz);
      const c = 1 / Math.sqrt(t * t + 1);
      const s = t * c;
      yy -= t * yz;
      zz += t * yz;
      yz = 0;
      const oldXy = xy;
      const oldX = bx;
      const oldY = by;
      const oldZ = bz;
      xy = c * oldXy - s * xz;
      xz = s * oldXy + c * xz;
      bx = c * oldX - s * cx;
      by = c * oldY - s * cy;
      bz = c * oldZ - s * cz;
      cx = s * oldX + c * cx;
      cy = s * oldY + c * cy;
      cz = s * oldZ + c * cz;
    }
  }
  out[0] = xx;
  out[1] = yy;
  out[2] = zz;
  quaternionOf(ax, ay, az, bx, by, bz, cx, cy, cz, out);
}

/** Tangent of the smaller angle that makes the off-diagonal element zero. */
function tangent(p: number, q: number, off: number): number {
  const cotangent = (q - p) / (2 * off);
  if (cotangent >= 0) return 1 / (cotangent + Math.sqrt(1 + cotangent * cotangent));
  return -1 / (-cotangent + Math.sqrt(1 + cotangent * cotangent));
}

/** Quaternion of a rotation matrix with columns a, b, c, divided by the largest of its four numbers for the least rounding. */
function quaternionOf(
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
  cx: number,
  cy: number,
  cz: number,
  out: Float64Array,
): void {
  let [x, y, z, w] = [bz - cy, cx - az, ay - bx, 1 + ax + by + cz];
  const [fourX, fourY, fourZ] = [1 + ax - by - cz, 1 - ax + by - cz, 1 - ax - by + cz];
  if (fourX > w && fourX >= fourY && fourX >= fourZ) [x, y, z, w] = [fourX, ay + bx, az + cx, x];
  else if (fourY > w && fourY >= fourZ) [x, y, z, w] = [ay + bx, fourY, bz + cy, y];
  else if (fourZ > w) [x, y, z, w] = [az + cx, bz + cy, fourZ, z];
  const scale = 1 / Math.sqrt(x * x + y * y + z * z + w * w);
  out[3] = x * scale;
  out[4] = y * scale;
  out[5] = z * scale;
  out[6] = w * scale;
}
