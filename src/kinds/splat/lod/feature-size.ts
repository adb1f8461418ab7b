/** Features below this size, in units of the file, count as this large: levels for smaller ones would be empty. */
const LEAST_SIZE = 1e-6;

/** Exponent of Knud Thomsen's approximation of the surface of an ellipsoid, whose error is at most 1.06 %. */
const P = 1.6075;
/** Shorter axes count as this share of the longest, so that discs and needles without thickness have a surface. */
const LEAST_AXIS = 1e-3;

/** Factor by which an opacity widens a splat: 1 up to opacity 1, more for merged splats, whose middle is flat. */
const reachOf = (opacity: number): number => (opacity > 1 ? Math.sqrt(1 + Math.E * Math.log(opacity)) : 1);

/** Feature size of a splat in units of the file: two standard deviations along its longest axis, widened by its opacity. */
export const featureSize = (x: number, y: number, z: number, opacity: number): number =>
  2 * Math.max(x, y, z) * reachOf(opacity);

/** Smallest level whose step, 2^level, is at least a feature size. */
export const levelOfSize = (size: number): number => Math.ceil(Math.log2(Math.max(size, LEAST_SIZE)));

/** Surface area of the ellipsoid with these semi-axes. */
export function ellipsoidArea(x: number, y: number, z: number): number {
  const least = LEAST_AXIS * Math.max(x, y, z);
  const [a, b, c] = [Math.max(x, least), Math.max(y, least), Math.max(z, least)];
  return 4 * Math.PI * ((Math.pow(a * b, P) + Math.pow(a * c, P) + Math.pow(b * c, P)) / 3) ** (1 / P);
}
