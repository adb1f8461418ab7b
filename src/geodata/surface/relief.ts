/**
 * What is seen of a terrain's form, pixel by pixel, from the eight heights around each: gradients by Horn's weights
 * (B. K. P. Horn, Hill shading and the reflectance map, Proceedings of the IEEE 69, 1981, p. 18).
 */
import type { GroundStep } from './ground.ts';

/** Rise in metres by one metre to the east, and to the north. */
export interface Gradient {
  readonly east: number;
  readonly north: number;
}

/** Nine heights, row by row from the upper left, without gaps. */
export type Window = Float64Array;

/** @param zFactor metres in a unit of the heights, and whatever they are exaggerated by */
export function gradientOf(window: Window, step: GroundStep, zFactor: number): Gradient {
  const [a, b, c, d, , f, g, h, i] = window as unknown as [
    ...[number, number, number],
    ...[number, number, number],
    ...[number, number, number],
  ];
  const alongRow = ((c + 2 * f + i - (a + 2 * d + g)) / 8) * zFactor;
  const downColumn = ((g + 2 * h + i - (a + 2 * b + c)) / 8) * zFactor;
  const { columnEast, columnNorth, rowEast, rowNorth } = step;
  const determinant = columnEast * rowNorth - columnNorth * rowEast;
  return {
    east: (alongRow * rowNorth - downColumn * columnNorth) / determinant,
    north: (downColumn * columnEast - alongRow * rowEast) / determinant,
  };
}

const DEGREE = Math.PI / 180;

/** Degrees from the horizontal. */
export const slopeDegrees = ({ east, north }: Gradient): number => Math.atan(Math.hypot(east, north)) / DEGREE;

/** Rise by a hundred metres. */
export const slopePercent = ({ east, north }: Gradient): number => 100 * Math.hypot(east, north);

/** Degrees from north, clockwise, of the way down; NaN where there is none. */
export function aspect({ east, north }: Gradient): number {
  if (east === 0 && north === 0) return NaN;
  const degrees = Math.atan2(-east, -north) / DEGREE;
  return degrees < 0 ? degrees + 360 : degrees;
}

/** The largest difference between two of the nine heights, in metres (M. F. J. Wilson et al., Marine Geodesy 30, 2007, p. 3). */
export const roughness = (window: Window, zFactor: number): number =>
  (Math.max(...window) - Math.min(...window)) * zFactor;

/** Where the light comes from, in degrees: from north clockwise, and above the horizon. */
export interface Light {
  readonly azimuth: number;
  readonly altitude: number;
}

/** Share of the light that a slope sends back by Lambert's cosine law, 0 to 1: its normal times the direction of the light. */
export function createShade({ azimuth, altitude }: Light): (gradient: Gradient) => number {
  const up = Math.sin(altitude * DEGREE);
  const east = Math.sin(azimuth * DEGREE) * Math.cos(altitude * DEGREE);
  const north = Math.cos(azimuth * DEGREE) * Math.cos(altitude * DEGREE);
  return (gradient) =>
    Math.max(
      0,
      (up - gradient.east * east - gradient.north * north) /
        Math.sqrt(1 + gradient.east * gradient.east + gradient.north * gradient.north),
    );
}

const FOUR_LIGHTS = [225, 270, 315, 360];

/**
 * Four lights at once, each weighted by the squared cosine of the angle between it and the way down, so that ridges of every
 * direction show (after R. Mark, A multidirectional, oblique-weighted, shaded-relief image of the island of Hawaii, USGS
 * Open-File Report 92-422, 1992; weights as those of gdaldem).
 */
export function createFourShades(altitude: number): (gradient: Gradient) => number {
  const shades = FOUR_LIGHTS.map((azimuth) => ({
    azimuth: azimuth * DEGREE,
    shade: createShade({ azimuth, altitude }),
  }));
  const level = Math.sin(altitude * DEGREE);
  return (gradient) => {
    const steepness = gradient.east * gradient.east + gradient.north * gradient.north;
    if (steepness === 0) return level;
    const down = Math.atan2(-gradient.east, -gradient.north);
    // The four squared cosines are 2 together.
    return shades.reduce((sum, { azimuth, shade }) => sum + Math.cos(down - azimuth) ** 2 * shade(gradient), 0) / 2;
  };
}
