import { EntryType } from '../../formats/index.ts';
import { checkEntryPath } from '../entries/entry-path.ts';
import type { EntryFilter } from '../entries/entry-filter.ts';
import { searchEntries } from '../entries/entry-search.ts';
import type { EntryRow } from '../entries/entry-row.ts';
import { findEntry } from '../entries/entry-store.ts';
import { findPageEnd, readFolderText, type EntryText, type FolderPart } from '../entries/entry-text.ts';
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
    readFolderText(db, dataset.id, folder, part, (files) => observer.states(dataset, files));
  const first = await read({ ...page, limit: Math.min(PIECE, page.limit) });
  if (first.count < Math.min(PIECE, page.limit)) return { json: `[${first.text}]`, next: undefined };
  const end = await findPageEnd(db, dataset.id, folder, page);
  const next = end?.isLast === false ? end.path : undefined;
  if (first.count === page.limit) return { json: `[${first.text}]`, next };
  return { json: readOn(first, (after) => read({ ...page, after, until: end?.path, limit: PIECE })), next };
}

async function* readOn(
  first: EntryText,
  read: (after: string | undefined) => Promise<EntryText>,
): AsyncGenerator<string> {
  yield `[${first.text}`;
  for (let part = await read(first.last ?? undefined); part.count > 0; part = await read(part.last ?? undefined))
    yield `,${part.text}`;
  yield ']';
}

/** Entries of a dataset that a filter holds for, in the order of paths. */
export async function searchObjects(
  dependencies: ObjectDependencies,
  dataset: DatasetRef,
  filter: EntryFilter,
  { after, limit = PAGE_LIMIT }: PageInput,
): Promise<Listed> {
  const found = await searchEntries(dependencies.db, [dataset.id], filter, {
    after: after === undefined ? undefined : { datasetId: dataset.id, path: after },
    limit: limit + 1,
  });
  const shown = found.slice(0, limit);
  const next = found.length > limit ? shown.at(-1)?.path : undefined;
  if (shown.length > PIECE) return { json: inPieces(dependencies, dataset, shown), next };
  return { json: JSON.stringify(await present(dependencies, dataset, shown)), next };
}

async function* inPieces(
  dependencies: ObjectDependencies,
  dataset: DatasetRef,
  rows: readonly EntryRow[],
): AsyncGenerator<string> {
  yield '[';
  for (let start = 0; start < rows.length; start += PIECE) {
    const entries = await present(dependencies, dataset, rows.slice(start, start + PIECE));
    yield `${start === 0 ? '' : ','}${JSON.stringify(entries).slice(1, -1)}`;
  }
  yield ']';
}

function bytesAbove(path: string, other: string): boolean {
  return Buffer.compare(Buffer.from(path), Buffer.from(other)) > 0;
}
