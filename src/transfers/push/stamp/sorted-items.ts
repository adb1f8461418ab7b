import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { refusal } from '../body/fields.ts';
import { piecesOf } from '../body/read-body.ts';
import { compareItems, itemOf, lineOf, type Item } from './item.ts';

/** Items sorted in memory: some 40 MB. A stamp of the largest size has a few dozen times as many. */
const RUN = 200_000;
/** Characters written by one call. */
const WRITE = 1024 * 1024;

/**
 * Sorts items with little memory: runs of them are sorted and written to files, which are read together. Those that come in
 * order, as of every client that reads them from an index, are one run.
 */
export interface SortedItems {
  add(item: Item): void;
  /** All items in order; once. */
  read(): Generator<Item>;
}

/** @param folder for files, which are left there */
export function sortedItems(folder: string, run = RUN): SortedItems {
  const files: string[] = [];
  let gathered: Item[] = [];
  let last: Item | undefined;

  const write = (): void => {
    if (gathered.length === 0) return;
    gathered.sort(compareItems);
    const goesOn = last !== undefined && compareItems(last, gathered[0]!) < 0;
    if (!goesOn) files.push(join(folder, `run-${files.length}`));
    appendLines(files.at(-1)!, gathered);
    last = gathered.at(-1);
    gathered = [];
  };

  return {
    add(item) {
      gathered.push(item);
      if (gathered.length >= run) write();
    },
    read() {
      write();
      return merged(files.map((path) => itemsIn(path)));
    },
  };
}

function appendLines(path: string, items: readonly Item[]): void {
  const file = openSync(path, 'a', 0o600);
  try {
    let text = '';
    for (const item of items) {
      text += lineOf(item);
      if (text.length < WRITE) continue;
      writeSync(file, text);
      text = '';
    }
    writeSync(file, text);
  } finally {
    closeSync(file);
  }
}

function* itemsIn(path: string): Generator<Item> {
  const file = openSync(path, 'r');
  try {
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    let left = '';
    for (const bytes of piecesOf(file)) {
      const lines = (left + decoder.decode(bytes, { stream: true })).split('\n');
      left = lines.pop()!;
      for (const line of lines) yield itemOf(line);
    }
  } finally {
    closeSync(file);
  }
}

function* merged(runs: readonly Generator<Item>[]): Generator<Item> {
  if (runs.length === 1) return yield* runs[0]!;
  const heads = runs.flatMap((run) => {
    const { value } = run.next() as { value: Item | undefined };
    return value ? [{ run, item: value }] : [];
  });
  while (heads.length > 0) {
    // A few dozen at most: a look at each is as good as a heap.
    let first = 0;
    for (let at = 1; at < heads.length; at += 1) if (compareItems(heads[at]!.item, heads[first]!.item) < 0) first = at;
    const head = heads[first]!;
    yield head.item;
    const next = head.run.next();
    if (next.done) heads.splice(first, 1);
    else head.item = next.value;
  }
}

/** Items in order, of which no two are the same. @throws ThreadRefusal naming the first that is there twice */
export function* unique(items: Iterable<Item>): Generator<Item> {
  let last: Item | undefined;
  for (const item of items) {
    if (last && compareItems(last, item) === 0) throw refusal(`The stamp has ${item.key} twice.`);
    yield item;
    last = item;
  }
}
