import type { Search } from '../../api/search.ts';

/** What the address asks for: words, what they are looked for in (names, unless it says `text`), a kind (its number). */
export type SearchText = {
  readonly find?: string | undefined;
  readonly by?: 'text' | undefined;
  readonly kind?: string | undefined;
};

/** The search of an address; null when it asks for none and the folder is shown. */
export function searchOf(folder: string, { find, by, kind }: SearchText): Search | null {
  const type = kind !== undefined && /^\d{1,2}$/.test(kind) ? Number(kind) : null;
  const words = find?.trim() ?? '';
  return words === '' && type === null ? null : { folder, words, by: by ?? 'name', type };
}
