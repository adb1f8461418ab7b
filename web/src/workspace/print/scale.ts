import { pixelsOf } from './paper.ts';
import { formatNumber } from '../../format/count.ts';
import { i18n } from '../../languages/i18n.ts';
import { LOCALE } from '../../languages/language.ts';

/** Metres of the equator of WGS 84, and the pixels that MapLibre gives it at zoom 0. */
const EQUATOR_M = 40_075_016.686;
const WORLD_PIXELS = 512;

/** Metres on the ground that a pixel of a map is wide. @param latitude degrees @param pixelRatio device pixels of a map pixel */
export const metresPerPixel = (zoom: number, latitude: number, pixelRatio: number): number =>
  (EQUATOR_M * Math.cos((latitude * Math.PI) / 180)) / (WORLD_PIXELS * 2 ** zoom * pixelRatio);

/** The scale of a printed map: 1 to this. */
export const scaleNumber = (metres: number): number => metres * pixelsOf(1000);

/** The longest of 1, 2 or 5 times a power of ten that is not longer than that. */
export function roundLength(longest: number): number {
  const power = 10 ** Math.floor(Math.log10(longest));
  // The logarithm of a number just below a power of ten can be that of the power: then half of it fits.
  return [5, 2, 1, 0.5].map((times) => times * power).find((length) => length <= longest) ?? power / 2;
}

/** "1 : 2,500": three digits, as the scale is right at the middle of the map only. */
export function scaleText(scale: number, locale = LOCALE): string {
  const digits = 10 ** Math.max(0, Math.floor(Math.log10(scale)) - 2);
  return `1 : ${(Math.round(scale / digits) * digits).toLocaleString(locale)}`;
}

/** "20 m", "5 km" */
export const lengthText = (metres: number): string =>
  metres >= 1000 ? i18n.t('{value} km', { value: formatNumber(metres / 1000) }) : `${formatNumber(metres)} m`;
