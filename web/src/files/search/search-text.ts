import type { Search } from '../../api/search.ts';
import { filePart } from '../../filter/filter-query.ts';
import { isNarrowed, type Filter } from '../../filter/filter.ts';

/** What the address asks for: words, and what they are looked for in (names, unless it says `text`). */
export type SearchText = {
  readonly find?: string | undefined;
  readonly by?: 'text' | undefined;
};

/** The search of an address; null when it asks for none, no filter leaves anything out, and the folder is shown. */
export function searchOf(filter: Filter, { find, by }: SearchText): Search | null {
  const words = find?.trim() ?? '';
  return words === '' && !isNarrowed(filter) ? null : { words, by: by ?? 'name', part: filePart(filter) };
}
