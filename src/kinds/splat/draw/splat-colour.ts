import { HARMONICS, type SplatModel } from '../model/splat-model.ts';

/** Brightest colour that is drawn, which keeps sums finite. */
const BRIGHTEST = 1000;

/** Factors of the real spherical harmonics of bands 1 to 3, with the signs of trained splats. */
const FACTORS = {
  one: Math.sqrt(3 / (4 * Math.PI)),
  two: Math.sqrt(15 / (4 * Math.PI)),
  twoMiddle: Math.sqrt(5 / (16 * Math.PI)),
  threeOuter: Math.sqrt(35 / (32 * Math.PI)),
  threeMixed: Math.sqrt(105 / (4 * Math.PI)),
  threeInner: Math.sqrt(21 / (32 * Math.PI)),
  threeMiddle: Math.sqrt(7 / (16 * Math.PI)),
} as const;

const basis = new Float64Array(15);

/** Computes the harmonics of a direction, a unit vector from the eye to the splat. */
function fillBasis(degree: number, x: number, y: number, z: number): void {
  basis[0] = -FACTORS.one * y;
  basis[1] = FACTORS.one * z;
  basis[2] = -FACTORS.one * x;
  if (degree < 2) return;
  const xx = x * x;
  const yy = y * y;
  const zz = z * z;
  basis[3] = FACTORS.two * x * y;
  basis[4] = -FACTORS.two * y * z;
  basis[5] = FACTORS.twoMiddle * (2 * zz - xx - yy);
  basis[6] = -FACTORS.two * x * z;
  basis[7] = (FACTORS.two / 2) * (xx - yy);
  if (degree < 3) return;
  basis[8] = -FACTORS.threeOuter * y * (3 * xx - yy);
  basis[9] = FACTORS.threeMixed * x * y * z;
  basis[10] = -FACTORS.threeInner * y * (4 * zz - xx - yy);
  basis[11] = FACTORS.threeMiddle * z * (2 * zz - 3 * xx - 3 * yy);
  basis[12] = -FACTORS.threeInner * x * (4 * zz - xx - yy);
  basis[13] = (FACTORS.threeMixed / 2) * z * (xx - yy);
  basis[14] = -FACTORS.threeOuter * x * (xx - 3 * yy);
}

/** Writes red, green, blue of a splat, seen along a vector of any length, to `target` from index `at` on. */
export function writeColour(
  { shDegree, colours, harmonics }: SplatModel,
  index: number,
  x: number,
  y: number,
  z: number,
  target: Float32Array,
  at: number,
): void {
  let red = colours[3 * index]!;
  let green = colours[3 * index + 1]!;
  let blue = colours[3 * index + 2]!;
  if (shDegree > 0) {
    const length = Math.sqrt(x * x + y * y + z * z);
    fillBasis(shDegree, x / length, y / length, z / length);
    const each = HARMONICS[shDegree];
    let from = each * index;
    for (let part = 0; 3 * part < each; part += 1, from += 3) {
      const weight = basis[part]!;
      red += weight * harmonics[from]!;
      green += weight * harmonics[from + 1]!;
      blue += weight * harmonics[from + 2]!;
    }
  }
  // NaN becomes black.
  target[at] = red > 0 ? Math.min(red, BRIGHTEST) : 0;
  target[at + 1] = green > 0 ? Math.min(green, BRIGHTEST) : 0;
  target[at + 2] = blue > 0 ? Math.min(blue, BRIGHTEST) : 0;
}
