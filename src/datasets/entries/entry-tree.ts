import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../database/index.ts';
import type { EntryType } from '../../inspection/index.ts';
import { baseName, depthOf, parentOf } from './entry-path.ts';
import { UNKNOWN_COMPANIONS } from './entry-row.ts';
import { foldName } from './search-columns.ts';

/** Rows of a tree that one statement changes: some ten milliseconds, so a change of a million entries can be cancelled. */
export const TREE_BATCH = 2000;

/** One step through a tree. */
export interface TreePage {
  readonly count: number;
  /** Path of its last entry, as it was before; null when it has none. */
  readonly last: string | null;
}

export interface TreePlace {
  readonly datasetId: string;
  readonly path: string;
}

/** What a tree adds to or takes from the counters of a dataset. */
export interface TreeSize {
  readonly count: number;
  readonly bytes: number;
}

/**
 * Goes through an entry and all below it in the order of paths. What is below a folder sorts between `folder/` and `folder0`,
 * 0 being the character behind the slash. Each step begins behind the one before, so that rows that are gone are not met again.
 *
 * @param take asks for the next entries, of those in this part of the dataset
 */
export async function* treePages<Page extends TreePage>(
  path: string,
  take: (part: RawBuilder<boolean>) => Promise<Page>,
): AsyncGenerator<Page> {
  yield await take(sql<boolean>`path = ${path}`);
  for (let after: string | null = `${path}/`; after !== null;) {
    const page: Page = await take(sql<boolean>`path > ${after} and path < ${`${path}0`}`);
    yield page;
    after = page.count < TREE_BATCH ? null : page.last;
  }
}

/** Tables whose rows belong to paths of a dataset. */
export type TreeTable = 'entries' | 'dataset_metadata';

/** Rows of a part of a dataset, in the order of paths, as many as one step takes: all of a path, which has 1,000 values at most. */
export const pageOf = (
  datasetId: string,
  part: RawBuilder<boolean>,
  columns: RawBuilder<unknown>,
  table: TreeTable = 'entries',
) =>
  sql`select ${columns} from ${sql.table(table)} where dataset_id = ${datasetId}::uuid and ${part}
    order by path fetch first (${TREE_BATCH}::integer) rows with ties`;

async function onlyRow<Row>(db: Database, statement: RawBuilder<Row>): Promise<Row> {
  return (await statement.execute(db)).rows[0]!;
}

/** Bytes of the longest path in a tree. */
export async function longestPath(db: Database, { datasetId, path }: TreePlace): Promise<number> {
  let longest = 0;
  const measure = (part: RawBuilder<boolean>) =>
    onlyRow(
      db,
      sql<TreePage & { readonly bytes: number | null }>`
        select count(*) as count, max(path) as last, max(octet_length(path)) as bytes
        from (${pageOf(datasetId, part, sql`path`)}) page`,
    );
  for await (const { bytes } of treePages(path, measure)) longest = Math.max(longest, bytes ?? 0);
  return longest;
}

/** The columns that tell where an entry is, and whether what lay beside it came along, for a tree that goes from one path to another. */
function placed(from: string, to: string) {
  const moved = (column: RawBuilder<unknown>) => sql`${to}::text || substr(${column}, char_length(${from}::text) + 1)`;
  const isTop = sql`path = ${from}`;
  return {
    path: moved(sql`path`),
    parent: sql`case when ${isTop} then ${parentOf(to)}::text else ${moved(sql`parent`)} end`,
    depth: sql`depth + ${depthOf(to) - depthOf(from)}::smallint`,
    companions: sql`case when ${isTop} and companions <> '' then ${UNKNOWN_COMPANIONS}::text else companions end`,
    former: sql`case when ${isTop} then null else former_companions end`,
    name:
      baseName(to) === baseName(from) ? sql`name` : sql`case when ${isTop} then ${foldName(to)}::text else name end`,
  };
}

/** Gives an entry, with all below it, another path. There must be nothing at that path. */
export async function moveTree(db: Database, datasetId: string, from: string, to: string): Promise<void> {
  const { path, parent, depth, name, companions, former } = placed(from, to);
  const move = (part: RawBuilder<boolean>) =>
    onlyRow(
      db,
      sql<TreePage>`
        with page as materialized (${pageOf(datasetId, part, sql`ctid as place, path`)}),
        moved as (
          update entries set path = ${path}, parent = ${parent}, depth = ${depth}, name = ${name},
            companions = ${companions}, former_companions = ${former}
          where ctid = any(array(select place from page)))
        select count(*) as count, max(path) as last from page`,
    );
  const steps = treePages(from, move);
  while (!(await steps.next()).done);
}

/** What a copy takes over as it is. */
const KEPT = sql.raw(
  'hash, companions, type, properties, mtime, size, point_geom, polygon_geom, words, taken_at, bounds, name, depth, parent, path',
);

/** Copies an entry, with all below it, to a path where there is nothing. */
export async function copyTree(db: Database, from: TreePlace, to: TreePlace): Promise<TreeSize> {
  const { path, parent, depth, name, companions } = placed(from.path, to.path);
  const copy = (part: RawBuilder<boolean>) =>
    onlyRow(
      db,
      sql<TreePage & TreeSize>`
        with page as materialized (${pageOf(from.datasetId, part, KEPT)}),
        added as (
          insert into entries (dataset_id, path, parent, depth, name, hash, companions, type, properties, mtime, size,
            point_geom, polygon_geom, words, taken_at, bounds)
          select ${to.datasetId}::uuid, ${path}, ${parent}, ${depth}, ${name}, hash, ${companions}, type, properties, mtime, size,
            point_geom, polygon_geom, words, taken_at, bounds from page)
        select count(*) as count, coalesce(sum(size), 0)::bigint as bytes, max(path) as last from page`,
    );
  let [count, bytes] = [0, 0];
  for await (const page of treePages(from.path, copy)) [count, bytes] = [count + page.count, bytes + page.bytes];
  return { count, bytes };
}

export interface TreeFile {
  readonly path: string;
  readonly hash: string;
  readonly companions: string;
  readonly type: EntryType;
}

/** Files of these types in a tree, some at a time. */
export async function* treeFiles(
  db: Database,
  { datasetId, path }: TreePlace,
  types: readonly number[],
): AsyncGenerator<readonly TreeFile[]> {
  const read = (part: RawBuilder<boolean>) =>
    onlyRow(
      db,
      sql<TreePage & { readonly files: readonly TreeFile[] }>`
        select count(*) as count, max(path) as last,
          coalesce(json_agg(json_build_object('path', path, 'hash', hash, 'companions', companions, 'type', type) order by path)
            filter (where hash is not null and type = any(${[...types]}::smallint[])), '[]') as files
        from (${pageOf(datasetId, part, sql`path, hash, companions, type`)}) page`,
    );
  for await (const { files } of treePages(path, read)) yield files;
}
