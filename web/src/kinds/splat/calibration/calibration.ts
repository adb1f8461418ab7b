import { isRecord } from '../../../format/value.ts';
import type { Crs } from '../../../scene/geometry/crs.ts';
import { lengthOf, minus, type Triple } from '../../../scene/geometry/triple.ts';
import { MAX_SCALE, MIN_SCALE, scaleOf } from '../look/splat-style.ts';
import { i18n } from '../../../languages/i18n.ts';

type Calibration = {
  /** Two places of the scene. */
  readonly points: readonly Triple[];
  /** Their true distance. */
  readonly metres: number;
  /** The scale with which the places were chosen. */
  readonly scale: number;
  readonly crs: Crs | null;
};

export const SAME_PLACE = i18n.t('Both points are at the same place. Choose two that are apart.');

/** The scale with which two points have their true distance; else a sentence that says why there is none. */
export function calibratedScale({ points: [from, to], metres, scale, crs }: Calibration): number | string {
  const distance = from === undefined || to === undefined ? 0 : lengthOf(minus(to, from));
  if (distance === 0) return SAME_PLACE;
  // Where nothing says what the unit is, it becomes the metre.
  const found = (scale * metres) / (crs?.metres ?? 1) / distance;
  return found >= MIN_SCALE && found <= MAX_SCALE
    ? scaleOf(found)
    : i18n.t('The scale would be {found}, outside of {MIN_SCALE} to {MAX_SCALE}. Check the points and the distance.', {
        found: found.toPrecision(3),
        MIN_SCALE,
        MAX_SCALE,
      });
}

/** Where the scale of a file is kept: the first of the files beside it that the service looks into for its place. */
export const scalePath = (path: string): string => `${path.replace(/\.[^./]+$/, '')}.geo.json`;

/**
 * The file with a scale. What else it has stays as it is.
 *
 * @param text null: there is no file yet
 * @returns null where it is something else, which must not be lost
 */
export function withScale(text: string | null, scale: number): string | null {
  const json = text === null ? {} : objectIn(text);
  return json === null ? null : `${JSON.stringify({ ...json, scale }, undefined, 2)}\n`;
}

function objectIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const json: unknown = JSON.parse(text);
    return isRecord(json) && !Array.isArray(json) ? json : null;
  } catch {
    return null;
  }
}
