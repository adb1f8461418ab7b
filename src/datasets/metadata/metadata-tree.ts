import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../database/index.ts';
import { pageOf, treePages, type TreePage, type TreePlace } from '../entries/entry-tree.ts';
import { forestPages } from '../entries/tree-removal.ts';

const TABLE = 'dataset_metadata';
const COLUMNS = sql`ctid as place, path`;
/** The rows of a step. */
const IN_PAGE = sql`ctid = any(array(select place from page))`;

/** Does a step: `change` are the statements that change its rows, as parts of one. */
async function changePage(db: Database, page: RawBuilder<unknown>, change: RawBuilder<unknown>): Promise<TreePage> {
  const { rows } = await sql<TreePage>`
    with page as materialized (${page}), ${change}
    select count(*) as count, max(path) as last from page`.execute(db);
  return rows[0]!;
}

/** Changes the values of an entry and of all below it, some thousand at a time. */
async function changeTree(db: Database, { datasetId, path }: TreePlace, change: RawBuilder<unknown>): Promise<void> {
  const steps = treePages(path, (part) => changePage(db, pageOf(datasetId, part, COLUMNS, TABLE), change));
  while (!(await steps.next()).done);
}

const moved = (from: string, to: string) => sql`${to}::text || substr(path, char_length(${from}::text) + 1)`;

/** Metadata follows an entry, or a folder with all below it, to another path of its dataset. Ids stay. */
export async function moveMetadata(transaction: Database, datasetId: string, from: string, to: string): Promise<void> {
  const change = sql`moved as (update dataset_metadata set path = ${moved(from, to)} where ${IN_PAGE})`;
  await changeTree(transaction, { datasetId, path: from }, change);
}

/**
 * Metadata follows an entry, or a folder with all below it, into another dataset. Ids stay, but for those that a value there
 * has: copies of a dataset share theirs.
 */
export async function transferMetadata(transaction: Database, from: TreePlace, to: TreePlace): Promise<void> {
  // Taken out and put in, not updated: so each dataset counts what it lost or gained.
  const change = sql`
    gone as (delete from dataset_metadata where ${IN_PAGE} returning *),
    added as (
      insert into dataset_metadata (id, dataset_id, path, key, data, changed_at)
      select case when exists (
          select from dataset_metadata other where other.dataset_id = ${to.datasetId}::uuid and other.id = gone.id)
        then gen_random_uuid() else id end, ${to.datasetId}::uuid, ${moved(from.path, to.path)}, key, data, changed_at from gone)`;
  await changeTree(transaction, from, change);
}

/** Removes the metadata of these entries, and of all below those that are folders. */
export async function removeMetadataOf(
  transaction: Database,
  datasetId: string,
  paths: readonly string[],
): Promise<void> {
  const rows = { table: TABLE, datasetId, columns: COLUMNS } as const;
  const change = sql`gone as (delete from dataset_metadata where ${IN_PAGE})`;
  const steps = forestPages(transaction, rows, paths, (page) => changePage(transaction, page, change));
  while (!(await steps.next()).done);
}
