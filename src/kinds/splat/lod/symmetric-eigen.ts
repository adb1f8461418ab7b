/** Length of the result of `decompose`: three eigenvalues, then x, y, z, w of the unit quaternion of the eigenvectors. */
export const EIGEN_NUMBERS = 7;

/** Sweeps converge quadratically: 5 are usual for 3 x 3 matrices, and more than 8 were never needed. */
const MOST_SWEEPS = 16;
/** Squares of off-diagonal elements below this share of the squared trace are rounding errors of doubles. */
const ROUNDING = 1e-30;

/**
 * Decomposes a symmetric 3 x 3 matrix into eigenvalues and eigenvectors by cyclic Jacobi rotations (Golub and Van Loan, Matrix
 * Computations, 8.5).
 *
 * @param out receives the eigenvalues, in no particular order, and the quaternion of the rotation matrix whose columns are their
 *   eigenvectors
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
  diagonal[0] = xx;
  diagonal[1] = yy;
  diagonal[2] = zz;
  off[2] = xy;
  off[1] = xz;
  off[0] = yz;
  columns.fill(0);
  columns[0] = columns[4] = columns[8] = 1;
  for (let sweep = 0; sweep < MOST_SWEEPS && offSquared() > least; sweep += 1) {
    rotate(0, 1, 2);
    rotate(0, 2, 1);
    rotate(1, 2, 0);
  }
  out.set(diagonal);
  writeQuaternion(out);
}

// A thread decomposes one matrix at a time, so that all decompositions share this memory.
const diagonal = new Float64Array(3);
/** Off-diagonal elements; the index of each is the axis that is neither its row nor its column. */
const off = new Float64Array(3);
/** Columns of the rotation matrix, one after the other. */
const columns = new Float64Array(9);

const offSquared = (): number => off[0]! * off[0]! + off[1]! * off[1]! + off[2]! * off[2]!;

/** Makes the element of axes `p` and `q` zero by a rotation in their plane; `r` is the third axis. */
function rotate(p: number, q: number, r: number): void {
  const element = off[r]!;
  if (element === 0) return;
  const t = tangent(diagonal[p]!, diagonal[q]!, element);
  const cosine = 1 / Math.sqrt(t * t + 1);
  const sine = t * cosine;
  diagonal[p]! -= t * element;
  diagonal[q]! += t * element;
  off[r] = 0;
  const before = off[q]!;
  off[q] = cosine * before - sine * off[p]!;
  off[p] = sine * before + cosine * off[p]!;
  for (let row = 0; row < 3; row += 1) {
    const a = columns[3 * p + row]!;
    const b = columns[3 * q + row]!;
    columns[3 * p + row] = cosine * a - sine * b;
    columns[3 * q + row] = sine * a + cosine * b;
  }
}

/** Tangent of the smaller of the two angles that make the off-diagonal element zero. */
function tangent(p: number, q: number, off: number): number {
  const cotangent = (q - p) / (2 * off);
  if (cotangent >= 0) return 1 / (cotangent + Math.sqrt(1 + cotangent * cotangent));
  return -1 / (-cotangent + Math.sqrt(1 + cotangent * cotangent));
}

/** Writes the quaternion of `columns`. The largest of its components is computed first, as divisions by it round least. */
function writeQuaternion(out: Float64Array): void {
  const ax = columns[0]!;
  const ay = columns[1]!;
  const az = columns[2]!;
  const bx = columns[3]!;
  const by = columns[4]!;
  const bz = columns[5]!;
  const cx = columns[6]!;
  const cy = columns[7]!;
  const cz = columns[8]!;
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
