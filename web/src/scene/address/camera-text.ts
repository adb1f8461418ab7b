import { normalAzimuth, type Pose } from '../camera/pose.ts';
import { isPlainNumber, MOST_DECIMALS, plainNumber } from './plain-number.ts';

/** The camera in the address, in coordinates of the CRS: "x/y/z/distance/azimuth/tilt". */

/** Digits of a place are finer than a pixel: a picture has some thousand pixels at its distance. */
const PIXELS = 20_000;
const MOST_DIGITS = 10;

/** @param unitsOfScene scene units in one unit of x: degrees need more digits than metres */
export function formatCamera({ target, distance, azimuth, tilt }: Pose, unitsOfScene = 1): string {
  const far = Number(distance.toPrecision(5));
  const digits = clampDigits(Math.ceil(Math.log10((PIXELS * unitsOfScene) / far)));
  const heightDigits = clampDigits(Math.ceil(Math.log10(PIXELS / far)));
  const places = [plainNumber(target[0], digits), plainNumber(target[1], digits), plainNumber(target[2], heightDigits)];
  const angles = [plainNumber(normalAzimuth(Number(azimuth.toFixed(1))), 1), plainNumber(tilt, 1)];
  return [...places, plainNumber(far, MOST_DECIMALS), ...angles].join('/');
}

const clampDigits = (digits: number): number => Math.min(MOST_DIGITS, Math.max(0, digits));

const FARTHEST = 1e8;

/** Null for what is no camera. */
export function parseCamera(text: string | undefined): Pose | null {
  const parts = text?.split('/') ?? [];
  if (parts.length !== 6 || !parts.every(isPlainNumber)) return null;
  const [x = NaN, y = NaN, z = NaN, distance = NaN, azimuth = NaN, tilt = NaN] = parts.map(Number);
  const isSound = distance > 0 && distance <= FARTHEST && azimuth >= 0 && azimuth < 360 && Math.abs(tilt) <= 90;
  return isSound ? { target: [x, y, z], distance, azimuth, tilt } : null;
}
