import { parentOf, pathProblem } from '../../../sync/index.ts';
import { refusal } from '../body/fields.ts';
import type { Item } from './item.ts';

const HASH = /^[0-9a-f]{64}$/;
/** As the database writes it: an id in capitals would be another one in the next stamp. */
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** @throws ThreadRefusal for an item that no dataset can have */
export function checkItem({ kind, key, hash }: Item): void {
  if (kind === 'meta') {
    if (!ID.test(key)) throw refusal(`The id ${shown(key)} in the stamp is no UUID in lower case.`);
    return;
  }
  const problem = pathProblem(key);
  if (problem) throw refusal(`The path ${shown(key)} in the stamp ${problem}.`);
  if (hash !== '' && !HASH.test(hash))
    throw refusal(`The hash of ${key} in the stamp is no SHA-256 in lower-case hexadecimal.`);
}

/**
 * Passes items in order on, as long as each entry lies in folders that are listed themselves: what the server must look
 * like afterwards has no others.
 *
 * @throws ThreadRefusal naming the first that does not
 */
export function* inFolders(items: Iterable<Item>): Generator<Item> {
  /** Folders whose entries may still come, each within the one before; their names behind the last entry. */
  const open: string[] = [];
  for (const item of items) {
    if (item.kind === 'entry') enter(open, item);
    yield item;
  }
}

function enter(open: string[], { key, hash }: Item): void {
  const parent = parentOf(key);
  // Between `a` and `a/b` come `a-c` and all below it: a folder stays open until nothing below it can come any more.
  while (open.length > 0 && !mayHold(open.at(-1)!, key)) open.pop();
  if (parent !== '' && !open.includes(parent))
    throw refusal(`The stamp has ${key}, but no folder ${parent} that it could lie in.`);
  if (hash === '') open.push(key);
}

/** Whether entries of a folder can come at or behind a path, in the order of bytes: they lie between `folder/` and `folder0`. */
function mayHold(folder: string, path: string): boolean {
  if (!path.startsWith(folder)) return false;
  const next = path.charCodeAt(folder.length);
  return next < '0'.charCodeAt(0);
}

/** A key of a client in a message: no control characters, not too long. */
const shown = (key: string): string => JSON.stringify(key.slice(0, 200).toWellFormed());
