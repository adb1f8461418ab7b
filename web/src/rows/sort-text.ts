import type { SortOf } from './sort-head.tsx';

/** "size", "-size" as it stands in the address; anything else is by name. */
export function parseSortText<Key extends string>(
  keys: readonly Key[],
  text: string | undefined,
): SortOf<Key | 'name'> {
  const key = keys.find((it) => it === text?.replace(/^-/, ''));
  return key === undefined ? { key: 'name', descending: false } : { key, descending: text?.startsWith('-') === true };
}

/** The address's text of a sort; undefined for the usual one, which the address leaves out. */
export const formatSort = ({ key, descending }: SortOf<string>): string | undefined =>
  key === 'name' && !descending ? undefined : `${descending ? '-' : ''}${key}`;
