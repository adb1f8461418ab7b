import { plain } from '../../format/plain.ts';
import { i18n } from '../../languages/i18n.ts';

/** How the names of such files end; other clients look for `NAME_measurements.geojson` beside `NAME.tif`. */
export const ENDING = '_measurements.geojson';

export const isMeasurements = (path: string): boolean => path.endsWith(ENDING);

/** Measurements of the dataset as a whole. */
export const USUAL_PATH = `measurements/map${ENDING}`;

/** The file of measurements beside a file. */
export const besideOf = (path: string): string => path.replace(/(?<=[^/])\.[^./]*$/, '') + ENDING;

export type SidecarChoice = { readonly value: string; readonly label: string };

/** Files that measurements may be kept in: that of the dataset, those that are there, and those beside the elevation models. */
export function sidecarChoices(found: readonly string[], surfaces: readonly string[]): readonly SidecarChoice[] {
  const paths = new Set([USUAL_PATH, ...found, ...surfaces.map(besideOf)]);
  return [...paths].map((value) => ({
    value,
    label: value === USUAL_PATH ? i18n.t('The whole dataset') : plain(value.slice(0, -ENDING.length)),
  }));
}
