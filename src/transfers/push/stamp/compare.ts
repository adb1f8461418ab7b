import { compareItems, type Item } from './item.ts';

/** What makes the server's state that of the client. */
export interface Step extends Item {
  readonly change: 'add' | 'remove';
}

/**
 * The difference of two stamps, both in order: as `deltaOf` has it, of any number of items.
 *
 * @param wanted what the client has. @param present what the server has
 */
export function* compare(wanted: Iterable<Item>, present: Iterable<Item>): Generator<Step> {
  const others = present[Symbol.iterator]();
  let other = others.next();
  for (const item of wanted) {
    while (!other.done && compareItems(other.value, item) < 0) {
      yield { ...other.value, change: 'remove' };
      other = others.next();
    }
    if (other.done || compareItems(other.value, item) > 0) {
      yield { ...item, change: 'add' };
      continue;
    }
    const { hash } = other.value;
    // What was a folder and is a file now, or the other way round, goes before it comes.
    if ((hash === '') !== (item.hash === '')) yield { ...other.value, change: 'remove' };
    if (hash !== item.hash) yield { ...item, change: 'add' };
    other = others.next();
  }
  for (; !other.done; other = others.next()) yield { ...other.value, change: 'remove' };
}
