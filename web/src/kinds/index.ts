import type { Entry } from '../api/answers.ts';
import { FOLDER_TYPE } from '../api/entries.ts';

/** Type numbers of the service (`Entry.type`) that the pages tell apart. */
const GEO_RASTER = 4;
const VECTOR = 14;

const NAMES: Readonly<Record<number, string>> = {
  1: 'Folder',
  2: 'File',
  3: 'Geotagged photo',
  4: 'Raster',
  5: 'Point cloud',
  6: 'Image',
  7: 'Dataset',
  8: 'Markdown',
  9: 'Video',
  10: 'Geotagged video',
  11: '3D model',
  12: 'Panorama',
  13: 'Geotagged panorama',
  14: 'Vector',
  15: 'Gaussian splat',
  16: '3D Tiles',
};

/** Kinds the service draws a small picture of; documents beside them. */
const WITH_THUMBNAIL = new Set([3, 4, 6, 9, 10, 12, 13, 14]);

/** Kinds every browser can show by itself. */
const SHOWN_BY_BROWSER = new Set([3, 6, 8, 9, 10, 12, 13]);

/** Kinds to search for, in words. */
export const KINDS: readonly { readonly value: string; readonly label: string }[] = Object.entries(NAMES)
  .filter(([type]) => type !== '7')
  .map(([value, label]) => ({ value, label }));

export const kindName = (type: number): string => NAMES[type] ?? 'File';

export const isFolder = (entry: Entry): boolean => entry.type === FOLDER_TYPE;

export const hasMap = (entry: Entry): boolean => entry.type === GEO_RASTER;

/** True when the service makes something of the file. */
export const isBuildable = ({ type }: Pick<Entry, 'type'>): boolean => type === GEO_RASTER || type === VECTOR;

/** True once a thumbnail can exist: a raster's is made by its build. */
export const hasThumbnail = (entry: Entry): boolean =>
  (WITH_THUMBNAIL.has(entry.type) || /\.pdf$/i.test(entry.path)) && (entry.buildStatus ?? null) === null;

/** True when the file opens in a tab of its own; otherwise its properties are shown. */
export const opensInBrowser = (entry: Entry): boolean =>
  SHOWN_BY_BROWSER.has(entry.type) && !/\.(tiff?|dng)$/i.test(entry.path);

/** What the service found wrong with the file's content, in a sentence; null when nothing. */
export function warningOf(entry: Entry): string | null {
  const warning = entry.properties?.['warning'];
  return typeof warning === 'string' && warning !== '' ? warning : null;
}
