import { compareBytes } from '../../../sync/index.ts';

/** What a stamp lists: an entry, or an id of metadata. */
export interface Item {
  readonly kind: 'entry' | 'meta';
  /** Path or id. */
  readonly key: string;
  /** Hash of a file; empty for folders and ids. */
  readonly hash: string;
}

/** Orders items as a stamp does: entries first, each by the bytes of their keys. */
export function compareItems(left: Item, right: Item): number {
  if (left.kind !== right.kind) return left.kind === 'entry' ? -1 : 1;
  return left.key === right.key ? 0 : compareBytes(left.key, right.key);
}

/** An item as a line. No key holds a control character. */
export const lineOf = ({ kind, key, hash }: Item): string => `${kind === 'entry' ? 'e' : 'm'}\t${hash}\t${key}\n`;

export function itemOf(line: string): Item {
  const [kind, hash, key] = line.split('\t');
  return { kind: kind === 'e' ? 'entry' : 'meta', key: key!, hash: hash! };
}
