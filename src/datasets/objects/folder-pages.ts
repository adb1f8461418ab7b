import { LRUCache } from 'lru-cache';
import type { Database } from '../../database/index.ts';
import { findPageEnd, readFolderText, type EntryText, type FolderPart } from '../entries/entry-text.ts';
import { stateOf } from '../one-state.ts';

/** Entries in one part of an answer: a few milliseconds of work. */
export const PART = 1000;

/** Characters of pages that are kept, a byte or two each: a dozen pages of 10,000 photos. */
const KEPT_CHARACTERS = 64 * 1024 * 1024;

/** A page of a folder, in parts in the order of the paths. */
export interface FolderPage {
  /** All of them, or one after the other as the database reads them. */
  readonly parts: readonly EntryText[] | AsyncIterable<EntryText>;
  /** Path to go on behind; undefined on the last page. */
  readonly next: string | undefined;
}

/**
 * Pages of folders. Those of more than one part are kept as long as nothing of their dataset changes: to write 10,000 entries
 * takes the database some 50 ms, and maps and synced folders ask again and again.
 */
export interface FolderPages {
  /** What comes or goes while a page is sent changes nothing of where the next one begins. @throws `not-found` */
  read(datasetId: string, folder: string, page: FolderPart): Promise<FolderPage>;
}

/** @param buildTypes types of files that something is built of */
export function createFolderPages(db: Database, buildTypes: readonly number[]): FolderPages {
  const kept = new LRUCache<string, FolderPage & { readonly parts: readonly EntryText[] }>({
    maxSize: KEPT_CHARACTERS,
    sizeCalculation: ({ parts }) => parts.reduce((sum, { text }) => sum + text.length, 0),
  });
  return {
    async read(datasetId, folder, page) {
      // Asked first: what changes while the page is read is kept under a state that nobody asks for any more.
      const state = await stateOf(db, datasetId);
      const name = JSON.stringify([datasetId, state, folder, page.type, page.after, page.limit]);
      const known = kept.get(name);
      if (known !== undefined) return known;
      const read = (part: FolderPart): Promise<EntryText> => readFolderText(db, datasetId, folder, part, buildTypes);
      const limit = Math.min(PART, page.limit);
      const first = await read({ ...page, limit });
      if (first.count < limit) return { parts: [first], next: undefined };
      const end = await findPageEnd(db, datasetId, folder, page);
      const next = end?.isLast === false ? end.path : undefined;
      if (first.count === page.limit) return { parts: [first], next };
      const parts = partsFrom(first, (after) => read({ ...page, after, until: end?.path, limit: PART }), end?.path);
      return { parts: keeping(parts, (all) => kept.set(name, { parts: all, next })), next };
    },
  };
}

/** The first part and those behind it, until a path when there is one. */
async function* partsFrom(
  first: EntryText,
  readBehind: (path: string) => Promise<EntryText>,
  until: string | undefined,
): AsyncGenerator<EntryText> {
  let part = first;
  yield part;
  while (part.last !== null && part.last !== until && part.count === PART) {
    part = await readBehind(part.last);
    yield part;
  }
}

/** Hands parts on, and keeps them once all were read. */
async function* keeping(
  parts: AsyncIterable<EntryText>,
  keep: (all: readonly EntryText[]) => void,
): AsyncGenerator<EntryText> {
  const all: EntryText[] = [];
  for await (const part of parts) {
    all.push(part);
    yield part;
  }
  keep(all);
}
