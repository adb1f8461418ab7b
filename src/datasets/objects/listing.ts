import { EntryType } from '../../formats/index.ts';
import { checkEntryPath } from '../entries/entry-path.ts';
import type { EntryFilter } from '../entries/entry-filter.ts';
import { searchEntries } from '../entries/entry-search.ts';
import type { EntryRow } from '../entries/entry-row.ts';
import { findEntry, listFolder, type FolderPage } from '../entries/entry-store.ts';
import { present, type DatasetRef, type EntryAnswer, type ObjectDependencies } from './context.ts';

/** A page of a list: with more than it holds there is another one behind its last path. */
export interface Listed {
  readonly entries: EntryAnswer[];
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
  dataset: DatasetRef,
  rawPath: string | undefined,
  { type, after, limit = PAGE_LIMIT }: PageInput & { readonly type?: number | undefined },
): Promise<Listed> {
  const page = (folder: string): Promise<Listed> => {
    const asked: FolderPage = { type, after, limit: limit + 1 };
    return listFolder(dependencies.db, dataset.id, folder, asked).then((rows) =>
      paged(dependencies, dataset, rows, limit),
    );
  };
  if (rawPath === undefined) return page('');
  const path = checkEntryPath(rawPath);
  const entry = await findEntry(dependencies.db, dataset.id, path);
  if (entry === undefined) return { entries: [], next: undefined };
  if (entry.type === EntryType.Directory) return page(path);
  const isMeant = (type === undefined || entry.type === type) && (after === undefined || bytesAbove(path, after));
  return paged(dependencies, dataset, isMeant ? [entry] : [], limit);
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
  return paged(dependencies, dataset, found, limit);
}

/** @param rows one more than the page holds when there are more */
async function paged(
  dependencies: ObjectDependencies,
  dataset: DatasetRef,
  rows: readonly EntryRow[],
  limit: number,
): Promise<Listed> {
  const shown = rows.slice(0, limit);
  const entries = await present(dependencies, dataset, shown);
  return { entries, next: rows.length > limit ? shown.at(-1)?.path : undefined };
}

function bytesAbove(path: string, other: string): boolean {
  return Buffer.compare(Buffer.from(path), Buffer.from(other)) > 0;
}
