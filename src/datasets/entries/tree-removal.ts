import { setImmediate } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import { anyOf, inTree, type Database } from '../../database/index.ts';
import { ancestorsOf } from './entry-path.ts';
import {
  pageOf,
  TREE_BATCH,
  treePages,
  type TreePage,
  type TreePlace,
  type TreeSize,
  type TreeTable,
} from './entry-tree.ts';

/** What one statement of a removal took away. */
export interface RemovedPage extends TreeSize {
  /** Hashes the removed entries had. */
  readonly hashes: readonly string[];
}

/** Rows of a dataset that have paths. */
export interface TreeRows {
  readonly table: TreeTable;
  readonly datasetId: string;
  /** What is asked of each, its path among it. */
  readonly columns: RawBuilder<unknown>;
}

/** Paths looked at by one statement. */
const PATHS_AT_ONCE = 1000;
/** Entries of a tree that is removed together with others; larger ones are removed step by step. */
const SMALL_TREE = 500;

/** The paths of the list that have an entry. */
export async function presentPaths(db: Database, datasetId: string, paths: readonly string[]): Promise<string[]> {
  const present: string[] = [];
  for (const some of slices(paths, PATHS_AT_ONCE)) {
    const rows = await db
      .selectFrom('entries')
      .select('path')
      .where('dataset_id', '=', datasetId)
      .where('path', '=', anyOf(some, 'text'))
      .orderBy('path')
      .execute();
    present.push(...rows.map(({ path }) => path));
    await setImmediate();
  }
  return present;
}

/** Removes entries and all that is below them, some thousand rows at a time. */
export function removeTrees(db: Database, datasetId: string, paths: readonly string[]): AsyncGenerator<RemovedPage> {
  const rows = { table: 'entries', datasetId, columns: sql`ctid as place, path, hash, size` } as const;
  return forestPages(db, rows, paths, (page) => removePage(db, page));
}

/**
 * Goes through rows of paths and of all that is below them, so many at a time as one statement takes: those of many small
 * trees together, those of a large one step by step. A path without rows costs nothing.
 *
 * @param take removes the rows of a page
 */
export async function* forestPages<Page extends TreePage>(
  db: Database,
  rows: TreeRows,
  paths: readonly string[],
  take: (page: RawBuilder<unknown>) => Promise<Page>,
): AsyncGenerator<Page> {
  for (const some of slices(outermost(paths), PATHS_AT_ONCE)) {
    const sizes = await sizesUpTo(db, rows, some, SMALL_TREE + 1);
    const small = some.filter((path) => sizes.get(path)! > 0 && sizes.get(path)! <= SMALL_TREE);
    for (const together of slices(small, PATHS_AT_ONCE, sizes)) {
      yield await take(treesOf(rows, together));
      await setImmediate();
    }
    for (const path of some.filter((path) => sizes.get(path)! > SMALL_TREE))
      yield* treePages(path, (part) => take(pageOf(rows.datasetId, part, rows.columns, rows.table)));
  }
}

/**
 * The hashes of the list of which something is built, or was asked for, and that no entry names now: none of the dataset, and
 * none of a tree that comes into it. Nothing is ever built of most files, and that is found out faster than whether another
 * entry has the same bytes.
 */
export async function freedHashes(
  db: Database,
  datasetId: string,
  hashes: readonly string[],
  coming?: TreePlace,
): Promise<string[]> {
  if (hashes.length === 0) return [];
  const comes = coming ? sql`or (dataset_id = ${coming.datasetId}::uuid and ${inTree(coming.path)})` : sql``;
  const builtIn = (table: 'outputs' | 'jobs') => sql`
    left join lateral (
      select true as found from ${sql.table(table)}
      where dataset_id = ${datasetId}::uuid and hash = gone.hash limit 1) ${sql.ref(table)} on true`;
  const isBuilt = sql`(outputs.found or jobs.found)`;
  // One look by an index for each. Without `is true` the database may take that of the dataset, which it believes to be small
  // as long as it is new, and read all of it for each hash.
  const { rows } = await sql<{ readonly hash: string }>`
    select gone.hash::text as hash from unnest(${[...hashes]}::char(64)[]) gone(hash)
    ${builtIn('outputs')} ${builtIn('jobs')}
    left join lateral (
      select true as found from entries
      where ${isBuilt} and entries.hash = gone.hash and (dataset_id = ${datasetId}::uuid ${comes}) is true limit 1) used on true
    where ${isBuilt} and used.found is null`.execute(db);
  return rows.map(({ hash }) => hash);
}

/** Paths that lie in none of the others, each once. */
function outermost(paths: readonly string[]): string[] {
  const all = new Set(paths);
  return [...all].filter((path) => !ancestorsOf(path).some((folder) => all.has(folder)));
}

/** Values in slices of so many; with sizes (1 for what has none) such that no slice has more than one statement removes. */
function* slices(
  values: readonly string[],
  most: number,
  sizes?: ReadonlyMap<string, number>,
): Generator<readonly string[]> {
  let [slice, size]: [string[], number] = [[], 0];
  for (const value of values) {
    const adding = sizes?.get(value) ?? 1;
    if (slice.length === most || size + adding > TREE_BATCH) {
      yield slice;
      [slice, size] = [[], 0];
    }
    slice.push(value);
    size += adding;
  }
  if (slice.length > 0) yield slice;
}

/** How many rows each tree has, counted up to a bound. */
async function sizesUpTo(
  db: Database,
  { table, datasetId }: TreeRows,
  paths: readonly string[],
  most: number,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ readonly path: string; readonly count: number }>`
    select top.path, tree.count from unnest(${[...paths]}::text[]) top(path)
    cross join lateral (
      select count(*) as count from (
        select from ${sql.table(table)} where dataset_id = ${datasetId}::uuid and path = top.path
        union all select from ${sql.table(table)}
        where dataset_id = ${datasetId}::uuid and path > top.path || '/' and path < top.path || '0'
        limit ${most}::integer) entry) tree`.execute(db);
  return new Map(rows.map(({ path, count }) => [path, count]));
}

/** Rows of small trees. */
function treesOf({ table, datasetId, columns }: TreeRows, paths: readonly string[]): RawBuilder<unknown> {
  // One look for each path, so that the index is used.
  return sql`select rows.* from unnest(${[...paths]}::text[]) top(path)
    cross join lateral (
      select ${columns} from ${sql.table(table)} where dataset_id = ${datasetId}::uuid and path = top.path
      union all select ${columns} from ${sql.table(table)}
      where dataset_id = ${datasetId}::uuid and path > top.path || '/' and path < top.path || '0') rows`;
}

async function removePage(db: Database, page: RawBuilder<unknown>): Promise<RemovedPage & TreePage> {
  const { rows } = await sql<RemovedPage & TreePage>`
    with page as materialized (${page}),
    gone as (delete from entries where ctid = any(array(select place from page)))
    select count(*) as count, coalesce(sum(size), 0)::bigint as bytes, max(path) as last,
      coalesce(array_agg(distinct hash::text) filter (where hash is not null), '{}') as hashes from page`.execute(db);
  return rows[0]!;
}
