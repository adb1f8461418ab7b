import { setImmediate } from 'node:timers/promises';
import { EntryType } from '../../formats/index.ts';
import { checkEntryPath } from '../entries/entry-path.ts';
import type { EntryFilter } from '../entries/entry-filter.ts';
import { searchPositions } from '../entries/entry-search.ts';
import { findEntry } from '../entries/entry-store.ts';
import { findPageEnd, readFolderText, readPathsText, type EntryText, type FolderPart } from '../entries/entry-text.ts';
import { present, type ObjectDependencies } from './context.ts';
import type { DatasetRef } from './entry-observer.ts';

/** A page of a list: with more than it holds there is another one behind its last path. */
export interface Listed {
  /** A JSON array of entries, in pieces: none of them stops the service for long, however many there are. */
  readonly json: string | AsyncIterable<string>;
  /** Path to go on behind; undefined on the last page. */
  readonly next: string | undefined;
}

/** What is asked of a list or search; the limit is of entries in a page. */
export interface PageInput {
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
}

/** Entries of a page: as many as clients that know no pages see of a folder, about four megabytes of JSON. */
export const PAGE_LIMIT = 10_000;

/** Entries in one piece of an answer: a few milliseconds of work. */
const PIECE = 1000;

/** Direct children of a folder (undefined: the root), or the one file of that path; none for what does not exist. */
export async function listEntries(
  dependencies: ObjectDependencies,
  dataset: DatasetRef,
  rawPath: string | undefined,
  { type, after, limit = PAGE_LIMIT }: PageInput & { readonly type?: number | undefined },
): Promise<Listed> {
  if (rawPath === undefined) return listOfFolder(dependencies, dataset, '', { type, after, limit });
  const path = checkEntryPath(rawPath);
  const entry = await findEntry(dependencies.db, dataset.id, path);
  if (entry?.type === EntryType.Directory) return listOfFolder(dependencies, dataset, path, { type, after, limit });
  const isMeant =
    entry && (type === undefined || entry.type === type) && (after === undefined || bytesAbove(path, after));
  return { json: JSON.stringify(await present(dependencies, dataset, isMeant ? [entry] : [])), next: undefined };
}

/** A page of a folder. What comes or goes while it is sent changes nothing of where the next one begins. */
async function listOfFolder(
  { db, observer }: Pick<ObjectDependencies, 'db' | 'observer'>,
  dataset: DatasetRef,
  folder: string,
  page: FolderPart,
): Promise<Listed> {
  const read = (part: FolderPart): Promise<EntryText> =>
    readFolderText(db, dataset.id, folder, part, {
      types: observer.types,
      find: (files) => observer.states(dataset, files),
    });
  const first = await read({ ...page, limit: Math.min(PIECE, page.limit) });
  if (first.count < Math.min(PIECE, page.limit)) return { json: `[${first.text}]`, next: undefined };
  const end = await findPageEnd(db, dataset.id, folder, page);
  const next = end?.isLast === false ? end.path : undefined;
  if (first.count === page.limit) return { json: `[${first.text}]`, next };
  return { json: arrayOf(partsBehind(first, end?.path, read, page)), next };
}

/** The first part and those behind it, until a path when there is one. */
async function* partsBehind(
  first: EntryText,
  until: string | undefined,
  read: (part: FolderPart) => Promise<EntryText>,
  page: FolderPart,
): AsyncGenerator<EntryText> {
  let part = first;
  yield part;
  while (part.last !== null && part.last !== until && part.count === PIECE) {
    part = await read({ ...page, after: part.last, until, limit: PIECE });
    yield part;
  }
}

/** A JSON array of entries in parts. Answers of the embedded database come without anything else having had its turn. */
async function* arrayOf(parts: AsyncIterable<EntryText>): AsyncGenerator<string> {
  let before = '[';
  for await (const { text } of parts) {
    if (text === '') continue;
    yield before + text;
    before = ',';
    await setImmediate();
  }
  yield before === '[' ? '[]' : ']';
}

/** Entries of a dataset that a filter holds for, in the order of paths. */
export async function searchObjects(
  { db, observer }: Pick<ObjectDependencies, 'db' | 'observer'>,
  dataset: DatasetRef,
  filter: EntryFilter,
  { after, limit = PAGE_LIMIT }: PageInput,
): Promise<Listed> {
  const found = await searchPositions(db, [dataset.id], filter, {
    after: after === undefined ? undefined : { datasetId: dataset.id, path: after },
    limit: limit + 1,
  });
  const paths = found.slice(0, limit).map(({ path }) => path);
  const next = found.length > limit ? paths.at(-1) : undefined;
  const read = (some: readonly string[]): Promise<EntryText> =>
    readPathsText(db, dataset.id, some, { types: observer.types, find: (files) => observer.states(dataset, files) });
  if (paths.length <= PIECE) return { json: `[${(await read(paths)).text}]`, next };
  return { json: arrayOf(partsOf(paths, read)), next };
}

async function* partsOf(
  paths: readonly string[],
  read: (some: readonly string[]) => Promise<EntryText>,
): AsyncGenerator<EntryText> {
  for (let start = 0; start < paths.length; start += PIECE) yield await read(paths.slice(start, start + PIECE));
}

function bytesAbove(path: string, other: string): boolean {
  return Buffer.compare(Buffer.from(path), Buffer.from(other)) > 0;
}
