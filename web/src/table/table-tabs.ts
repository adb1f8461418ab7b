import type { Entry } from '../api/answers.ts';
import type { Collection } from '../api/features.ts';

/** The tab of the photos; every other one is a layer, named by its path, or a file that has none yet. */
export const PHOTOS = 'photos';

export type TableTab =
  | { readonly id: string; readonly title: string; readonly state: 'layer' }
  | { readonly id: string; readonly title: string; readonly state: 'waiting'; readonly entry: Entry }
  | { readonly id: typeof PHOTOS; readonly title: string; readonly state: 'photos' };

/** Tabs of a dataset: its layers, vector files without any yet, and its photos. */
export function tabsOf(
  collections: readonly Collection[],
  vectorFiles: readonly Entry[],
  photos: number,
): readonly TableTab[] {
  const built = new Set(collections.map(({ id }) => id));
  const layers = collections.map(({ id, title }): TableTab => ({ id, title, state: 'layer' }));
  // A file that is built anew has layers already.
  const waiting = vectorFiles
    .filter(({ path, buildStatus }) => (buildStatus ?? null) !== null && !built.has(path))
    .map((entry): TableTab => ({ id: entry.path, title: entry.path, state: 'waiting', entry }));
  return [...layers, ...waiting, ...(photos === 0 ? [] : [{ id: PHOTOS, title: 'Photos', state: 'photos' } as const])];
}

/** The tab that is open: the first one where the address names none. */
export const openTab = (tabs: readonly TableTab[], id: string): TableTab | undefined =>
  id === '' ? tabs[0] : tabs.find((tab) => tab.id === id);
