import type { Entry } from '../api/answers.ts';
import type { Collection } from '../api/features.ts';
import { plain } from '../format/plain.ts';
import { ENDING, isMeasurements, USUAL_PATH } from '../measuring/keeping/sidecar-paths.ts';
import { i18n } from '../languages/i18n.ts';

/** The tab of the photos; every other one is a layer, named by its path, or a file that has none yet. */
export const PHOTOS = 'photos';

/** A table of a vector file. */
type FileTab =
  | { readonly id: string; readonly title: string; readonly state: 'layer'; readonly file: string }
  | { readonly id: string; readonly title: string; readonly state: 'waiting'; readonly entry: Entry };

export type TableTab = FileTab | { readonly id: typeof PHOTOS; readonly title: string; readonly state: 'photos' };

/**
 * Tabs of a dataset: its layers, vector files without any yet, its photos, and last the measurements.
 *
 * @param isWhole false: the files are those that a filter leaves, and layers of others have no tab
 */
export function tabsOf(
  collections: readonly Collection[],
  vectorFiles: readonly Entry[],
  isWhole: boolean,
  photos: number,
): readonly TableTab[] {
  const paths = new Set(vectorFiles.map(({ path }) => path));
  const layers = collections.flatMap(({ id, title }): readonly FileTab[] => {
    const file = fileOf(id, paths);
    return file === undefined && !isWhole ? [] : [{ id, title, state: 'layer', file: file ?? id }];
  });
  const built = new Set(collections.map(({ id }) => id));
  // A file that is built anew has layers already.
  const waiting = vectorFiles
    .filter(({ path, buildStatus }) => (buildStatus ?? null) !== null && !built.has(path))
    .map((entry): FileTab => ({ id: entry.path, title: entry.path, state: 'waiting', entry }));
  const all = [...layers, ...waiting];
  return [
    ...all.filter((tab) => !holdsMeasurements(tab)),
    ...(photos === 0 ? [] : [{ id: PHOTOS, title: i18n.t('Photos'), state: 'photos' } as const]),
    ...all.filter(holdsMeasurements).map((tab) => ({ ...tab, title: measuredTitle(pathOf(tab)) })),
  ];
}

/** Measurements that the application keeps: a file of its own, which nobody uploaded. */
const holdsMeasurements = (tab: FileTab): boolean => isMeasurements(pathOf(tab));

const pathOf = (tab: FileTab): string => (tab.state === 'layer' ? tab.file : tab.entry.path);

const measuredTitle = (path: string): string =>
  path === USUAL_PATH
    ? i18n.t('Measurements')
    : i18n.t('Measurements of {name}', { name: plain(path.slice(0, -ENDING.length)) });

/** The file of a layer, whose id is its path, and may have the name of the layer behind a colon. Both may hold colons. */
function fileOf(id: string, paths: ReadonlySet<string>): string | undefined {
  for (let end = id.length; end > 0; end = id.lastIndexOf(':', end - 1)) {
    const path = id.slice(0, end);
    if (paths.has(path)) return path;
  }
  return undefined;
}

/** The tab that is open: the first one where the address names none. */
export const openTab = (tabs: readonly TableTab[], id: string): TableTab | undefined =>
  id === '' ? tabs[0] : tabs.find((tab) => tab.id === id);
