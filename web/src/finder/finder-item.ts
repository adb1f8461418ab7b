import type { Icon } from '@tabler/icons-react';

/** Something that can be chosen. */
export type FinderItem = {
  /** Tells it from all others. */
  readonly id: string;
  readonly title: string;
  /** Where it is, or what it is about. */
  readonly detail: string;
  readonly Icon: Icon;
  /** What choosing it does. */
  readonly open: () => void;
  /** The finder stays open. */
  readonly stays?: true;
};

export type FinderGroup = { readonly title: string; readonly items: readonly FinderItem[] };

/** The item that an arrow key leads to; from the last one to the first, and the other way. */
export function nextItem(count: number, current: number, key: string): number | null {
  if (count === 0) return null;
  switch (key) {
    case 'ArrowDown':
      return (current + 1) % count;
    case 'ArrowUp':
      return (current - 1 + count) % count;
    case 'PageDown':
      return Math.min(count - 1, current + PAGE);
    case 'PageUp':
      return Math.max(0, current - PAGE);
    default:
      return null;
  }
}

const PAGE = 6;

/** Whether a text holds all words, in any letter case. */
export function holdsWords(text: string, words: string): boolean {
  const folded = text.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => folded.includes(word));
}
