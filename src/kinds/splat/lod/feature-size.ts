/** Features below this size, in units of the file, are merged at the first level, as smaller ones would only add empty levels. */
export const LEAST_SIZE = 1e-6;

/** Exponent of the approximation of an ellipsoid's surface, which is off by 1.06 % at most. */
const P = 1.6075;
/** An axis below this share of the longest counts as this long, so that a disc or a needle without thickness has a surface. */
const LEAST_AXIS = 1e-3;

/** How far an opacity reaches: 1 up to opacity 1, more for merged splats whose middle is flat. */
export const reachOf = (opacity: number): number => (opacity > 1 ? Math.sqrt(1 + Math.E * Math.log(opacity)) : 1);

/** Size of what a splat can show: two standard deviations of its longest axis, and more where its middle is flat. */
export const featureSize = (x: number, y: number, z: number, opacity: number): number =>
  2 * Math.max(x, y, z) * reachOf(opacity);

/** Level of a feature size: steps of levels are powers of two, and the step of its level is the first that is not smaller. */
export const levelOfSize = (size: number): number => Math.ceil(Math.log2(Math.max(size, LEAST_SIZE)));

/** Surface of the ellipsoid with these half axes. */
export function ellipsoidArea(x: number, y: number, z: number): number {
  const least = LEAST_AXIS * Math.max(x, y, z);
  const [a, b, c] = [Math.max(x, least), Math.max(y, least), Math.max(z, least)];
  return 4 * Math.PI * ((Math.pow(a * b, P) + Math.pow(a * c, P) + Math.pow(b * c, P)) / 3) ** (1 / P);
}
