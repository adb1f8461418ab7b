import type { Entry } from '../api/answers.ts';
import { baseName } from './entry-path.ts';
import type { SortOf } from '../rows/sort-head.tsx';
import { parseSortText } from '../rows/sort-text.ts';
import { isFolder } from '../kinds/index.ts';
import { LOCALE } from '../languages/language.ts';

/** "img2" before "img10", upper and lower case alike. One collator: it is a hundred times faster than localeCompare. */
const NAMES = new Intl.Collator(LOCALE, { numeric: true, sensitivity: 'base' });

export const SORT_KEYS = ['name', 'size', 'date'] as const;
export type SortKey = (typeof SORT_KEYS)[number];
export type Sort = SortOf<SortKey>;

const COMPARE: Readonly<Record<SortKey, (a: Entry, b: Entry) => number>> = {
  name: () => 0,
  size: (a, b) => a.size - b.size,
  date: (a, b) => a.mtime - b.mtime,
};

/** Folders first, then by the key; equal keys by name. */
export function sortEntries(entries: readonly Entry[], { key, descending }: Sort): readonly Entry[] {
  const direction = descending ? -1 : 1;
  const byName = (a: Entry, b: Entry): number => NAMES.compare(baseName(a.path), baseName(b.path));
  return entries.toSorted(
    (a, b) =>
      Number(isFolder(b)) - Number(isFolder(a)) ||
      direction * COMPARE[key](a, b) ||
      (key === 'name' ? direction : 1) * byName(a, b),
  );
}

/** The order the address asks for; anything it does not know is by name. */
export const parseSort = (text: string | undefined): Sort => parseSortText(SORT_KEYS, text);
