import { setImmediate } from 'node:timers/promises';
import { EntryType } from '../../inspection/index.ts';
import { askedFolder } from '../entries/entry-path.ts';
import type { EntryFilter } from '../entries/entry-filter.ts';
import { searchPositions } from '../entries/entry-search.ts';
import { findEntry } from '../entries/entry-store.ts';
import { readPathsText, withStates, type EntryText, type FindStates } from '../entries/entry-text.ts';
import { present, type ObjectDependencies } from './context.ts';
import type { DatasetRef } from './entry-observer.ts';
import { PART, type FolderPage, type FolderPages } from './folder-pages.ts';

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

/** Direct children of a folder (undefined: the root), or the one file of that path; none for what does not exist. */
export async function listEntries(
  dependencies: ObjectDependencies,
  pages: FolderPages,
  dataset: DatasetRef,
  rawPath: string | undefined,
  { type, after, limit = PAGE_LIMIT }: PageInput & { readonly type?: number | undefined },
): Promise<Listed> {
  const listFolder = async (folder: string): Promise<Listed> => {
    const { parts, next } = await pages.read(dataset.id, folder, { type, after, limit });
    return { json: await arrayOf(parts, statesIn(dependencies, dataset)), next };
  };
  const path = askedFolder(rawPath);
  if (path === undefined) return listFolder('');
  const entry = await findEntry(dependencies.db, dataset.id, path);
  if (entry?.type === EntryType.Directory) return listFolder(path);
  const isMeant =
    entry && (type === undefined || entry.type === type) && (after === undefined || bytesAbove(path, after));
  return { json: JSON.stringify(await present(dependencies, dataset, isMeant ? [entry] : [])), next: undefined };
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
  const read = (some: readonly string[]): Promise<EntryText> => readPathsText(db, dataset.id, some, observer.types);
  const parts = paths.length <= PART ? [await read(paths)] : partsOf(paths, read);
  return { json: await arrayOf(parts, statesIn({ observer }, dataset)), next };
}

async function* partsOf(
  paths: readonly string[],
  read: (some: readonly string[]) => Promise<EntryText>,
): AsyncGenerator<EntryText> {
  for (let start = 0; start < paths.length; start += PART) yield await read(paths.slice(start, start + PART));
}

const statesIn =
  ({ observer }: Pick<ObjectDependencies, 'observer'>, dataset: DatasetRef): FindStates =>
  (files) =>
    observer.states(dataset, files);

/** A JSON array of entries, in one piece where they came in one part. */
async function arrayOf(parts: FolderPage['parts'], findStates: FindStates): Promise<Listed['json']> {
  return 'length' in parts && parts.length === 1
    ? `[${await withStates(parts[0]!, findStates)}]`
    : piecesOf(parts, findStates);
}

/** Parts that are kept come without anything else having had its turn. */
async function* piecesOf(parts: FolderPage['parts'], findStates: FindStates): AsyncGenerator<string> {
  let before = '[';
  for await (const part of parts) {
    if (part.count === 0) continue;
    yield before + (await withStates(part, findStates));
    before = ',';
    await setImmediate();
  }
  yield before === '[' ? '[]' : ']';
}

function bytesAbove(path: string, other: string): boolean {
  return Buffer.compare(Buffer.from(path), Buffer.from(other)) > 0;
}
