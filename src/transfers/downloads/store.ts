import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { anyOf, type Database } from '../../database/index.ts';
import { EntryType } from '../../inspection/index.ts';

/** What an archive needs to know of an entry. */
export interface ArchiveRow {
  readonly path: string;
  readonly hash: string | null;
  readonly size: number;
  /** Seconds since 1970. */
  readonly mtime: number;
}

/** Entries between two paths (the first not included, the second neither), or those of a list. */
export type Stretch =
  | { readonly after: string; readonly before: string | undefined }
  | { readonly paths: readonly string[] };

/** Entries fetched by one statement: some milliseconds of the database, half a megabyte of memory. */
export const PAGE = 1000;

/** Hash (null: a folder) of those of the paths that exist. */
export async function existingPaths(
  db: Database,
  datasetId: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  if (paths.length === 0) return new Map();
  const rows = await db
    .selectFrom('entries')
    .select(['path', 'hash'])
    .where('dataset_id', '=', datasetId)
    .where('path', '=', anyOf(paths, 'text'))
    .execute();
  return new Map(rows.map(({ path, hash }) => [path, hash]));
}

export async function hasEntries(db: Database, datasetId: string): Promise<boolean> {
  const row = await db.selectFrom('entries').select('path').where('dataset_id', '=', datasetId).limit(1).execute();
  return row.length > 0;
}

/** Files or folders of a stretch in the order of their paths, page by page: each page as it is when it is read. */
export async function* entriesOf(
  db: Database,
  datasetId: string,
  stretch: Stretch,
  what: 'files' | 'folders',
): AsyncGenerator<ArchiveRow> {
  let after = 'paths' in stretch ? '' : stretch.after;
  for (;;) {
    const rows = await db
      .selectFrom('entries')
      .select(['path', 'hash', 'size', 'mtime'])
      .where('dataset_id', '=', datasetId)
      .where('path', '>', after)
      .where('type', what === 'files' ? '<>' : '=', EntryType.Directory)
      .$if('paths' in stretch, (query) =>
        query.where('path', '=', anyOf('paths' in stretch ? stretch.paths : [], 'text')),
      )
      .$if('before' in stretch && stretch.before !== undefined, (query) =>
        query.where('path', '<', 'before' in stretch ? stretch.before! : ''),
      )
      .orderBy('path')
      .limit(PAGE)
      .execute();
    yield* rows;
    if (rows.length < PAGE) return;
    after = rows.at(-1)!.path;
  }
}

/** Keeps what is to be downloaded, for an address that can name it. @returns its id */
export async function keepSelection(db: Database, datasetId: string, paths: readonly string[]): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('download_selections')
    .values({ id, dataset_id: datasetId, paths: JSON.stringify(paths) })
    .execute();
  return id;
}

export async function findSelection(
  db: Database,
  datasetId: string,
  id: string,
): Promise<readonly string[] | undefined> {
  const row = await db
    .selectFrom('download_selections')
    .select('paths')
    .where('id', '=', id)
    .where('dataset_id', '=', datasetId)
    .where('made_at', '>', hoursAgo(SELECTION_HOURS))
    .executeTakeFirst();
  return row?.paths;
}

/** A selection is asked for at once; an hour leaves time for a second attempt. */
export const SELECTION_HOURS = 1;

export async function forgetSelections(db: Database): Promise<void> {
  await db.deleteFrom('download_selections').where('made_at', '<=', hoursAgo(SELECTION_HOURS)).execute();
}

const hoursAgo = (hours: number) => sql<Date>`now() - make_interval(hours => ${hours})`;
