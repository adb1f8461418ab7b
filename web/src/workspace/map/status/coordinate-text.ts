import { i18n } from '../../../languages/i18n.ts';

/** Ways to write a place. */
export const COORDINATE_SYSTEMS = ['degrees', 'minutes', 'utm'] as const;
export type CoordinateSystem = (typeof COORDINATE_SYSTEMS)[number];

export const SYSTEM_NAMES: Readonly<Record<CoordinateSystem, string>> = {
  degrees: i18n.t('WGS 84, degrees'),
  minutes: i18n.t('WGS 84, minutes and seconds'),
  utm: 'UTM',
};

export const isCoordinateSystem = (text: string): text is CoordinateSystem =>
  COORDINATE_SYSTEMS.some((system) => system === text);

/** In degrees. */
export type Place = readonly [longitude: number, latitude: number];

/** A tenth of a metre on the ground. */
const DIGITS = 6;

/** "46.488280, 11.345693": latitude first, as people write it. */
export const degreesText = ([longitude, latitude]: Place): string =>
  `${latitude.toFixed(DIGITS)}, ${longitude.toFixed(DIGITS)}`;

/** `46°29'17.81"N 11°20'44.50"E`. */
export const minutesText = ([longitude, latitude]: Place): string =>
  `${sexagesimal(latitude, 'N', 'S')} ${sexagesimal(longitude, 'E', 'W')}`;

/** Hundredths of a second: 0.3 m on the ground. */
const PARTS = 100;

function sexagesimal(degrees: number, positive: string, negative: string): string {
  // Rounded as a whole: 59.999" would become 60.00" of its own.
  const all = Math.round(Math.abs(degrees) * 3600 * PARTS);
  const seconds = ((all % (60 * PARTS)) / PARTS).toFixed(2).padStart(5, '0');
  const minutes = String(Math.floor(all / (60 * PARTS)) % 60).padStart(2, '0');
  return `${Math.floor(all / (3600 * PARTS))}°${minutes}'${seconds}"${degrees < 0 ? negative : positive}`;
}
