import { baseName, parentPath } from '../files/entry-path.ts';
import { rowAfterKey } from '../rows/row-focus.ts';
import type { TreeRow } from './tree-rows.ts';

/** What a key does in a tree. */
type TreeStep =
  | { readonly does: 'go'; readonly path: string }
  | { readonly does: 'open' | 'close' | 'choose'; readonly path: string };

/** What a key does at the row `at`; null when it is no key of a tree. */
export function treeStep(key: string, rows: readonly TreeRow[], at: number): TreeStep | null {
  const row = rows[at];
  if (row === undefined) return null;
  const { path } = row;
  switch (key) {
    case 'ArrowRight': {
      if (row.isOpen === false) return { does: 'open', path };
      const next = rows[at + 1];
      return row.isOpen === true && next !== undefined && next.level > row.level ? go(next) : go(row);
    }
    case 'ArrowLeft': {
      if (row.isOpen === true) return { does: 'close', path };
      const above = rows.find((it) => it.path === parentPath(path) && it.level < row.level);
      return go(above ?? row);
    }
    case 'Enter':
    case ' ':
      return { does: 'choose', path };
    default: {
      const index = rowAfterKey(key, at, rows.length);
      const next = index === null ? undefined : rows[index];
      return next === undefined ? null : go(next);
    }
  }
}

const go = ({ path }: TreeRow): TreeStep => ({ does: 'go', path });

/** Letters that were typed soon after each other, and when the last one was. */
type Typed = { readonly letters: string; readonly at: number };
export const NOTHING_TYPED: Typed = { letters: '', at: 0 };

/** A pause after which letters begin a new name, in milliseconds. */
const PAUSE_MS = 700;

export const typedOn = ({ letters, at }: Typed, letter: string, now: number): Typed => ({
  letters: now - at > PAUSE_MS ? letter : letters + letter,
  at: now,
});

/** The next folder whose name begins with the letters; one letter, typed again, leads from name to name. */
export function rowOfLetters(rows: readonly TreeRow[], at: number, letters: string): TreeRow | undefined {
  const isOneLetter = letters === letters.charAt(0).repeat(letters.length);
  const wanted = isOneLetter ? letters.charAt(0) : letters;
  // More letters may go on with the name that one letter has found.
  const from = wanted.length === 1 ? at + 1 : at;
  const beginning = wanted.toLowerCase();
  const fits = ({ path }: TreeRow): boolean => baseName(path).toLowerCase().startsWith(beginning);
  return rows.slice(from).find(fits) ?? rows.slice(0, from).find(fits);
}
