import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../database/index.ts';
import type { EntryType } from '../../formats/index.ts';
import { baseName, depthOf, parentOf } from './entry-path.ts';
import { foldName } from './search-columns.ts';

/**
 * Whole trees of entries, changed by one statement each, however many rows they have. An entry and all below it: what is
 * below a folder sorts between `folder/` and `folder0`, 0 being the character behind the slash.
 */
const inTree = (datasetId: string, path: string): RawBuilder<boolean> =>
  sql<boolean>`dataset_id = ${datasetId}::uuid and (path = ${path} or (path > ${`${path}/`} and path < ${`${path}0`}))`;

/** What a tree adds to or takes from the counters of a dataset. */
export interface TreeSize {
  readonly count: number;
  readonly bytes: number;
}

/** What a removal took away. */
export interface Removal extends TreeSize {
  /** Hashes the removed entries had. */
  readonly hashes: readonly string[];
}

/** Bytes of the longest path in a tree. */
export async function longestPath(db: Database, datasetId: string, path: string): Promise<number> {
  const { rows } = await sql<{ readonly bytes: number }>`
    select max(octet_length(path)) as bytes from entries where ${inTree(datasetId, path)}`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/** The columns that tell where an entry is, for a tree that goes from one path to another. */
function placed(from: string, to: string) {
  const moved = (column: RawBuilder<unknown>) => sql`${to}::text || substr(${column}, char_length(${from}::text) + 1)`;
  const isTop = sql`path = ${from}`;
  return {
    path: moved(sql`path`),
    parent: sql`case when ${isTop} then ${parentOf(to)}::text else ${moved(sql`parent`)} end`,
    depth: sql`depth + ${depthOf(to) - depthOf(from)}::smallint`,
    name:
      baseName(to) === baseName(from) ? sql`name` : sql`case when ${isTop} then ${foldName(to)}::text else name end`,
  };
}

/** Gives an entry, with all below it, another path. There must be nothing at that path. */
export async function moveTree(db: Database, datasetId: string, from: string, to: string): Promise<void> {
  const { path, parent, depth, name } = placed(from, to);
  await sql`update entries set path = ${path}, parent = ${parent}, depth = ${depth}, name = ${name}
    where ${inTree(datasetId, from)}`.execute(db);
}

export interface TreePlace {
  readonly datasetId: string;
  readonly path: string;
}

/** Copies an entry, with all below it, to a path where there is nothing. */
export async function copyTree(db: Database, from: TreePlace, to: TreePlace): Promise<TreeSize> {
  const { path, parent, depth, name } = placed(from.path, to.path);
  const { rows } = await sql<TreeSize>`
    with added as (
      insert into entries (dataset_id, path, parent, depth, name, hash, type, properties, mtime, size,
        point_geom, polygon_geom, words, taken_at, bounds)
      select ${to.datasetId}::uuid, ${path}, ${parent}, ${depth}, ${name}, hash, type, properties, mtime, size,
        point_geom, polygon_geom, words, taken_at, bounds
      from entries where ${inTree(from.datasetId, from.path)}
      returning size)
    select count(*) as count, coalesce(sum(size), 0)::bigint as bytes from added`.execute(db);
  return rows[0]!;
}

/** Removes entries and all that is below them. */
export async function removeTrees(db: Database, datasetId: string, paths: readonly string[]): Promise<Removal> {
  // One look for each path, so that the index is used; of paths within each other a row is still deleted once.
  const { rows } = await sql<Removal>`
    with gone as (
      delete from entries where dataset_id = ${datasetId}::uuid and path in (
        select entries.path from unnest(${[...paths]}::text[]) top(path)
        cross join lateral (
          select path from entries where dataset_id = ${datasetId}::uuid and path = top.path
          union all select path from entries
          where dataset_id = ${datasetId}::uuid and path > top.path || '/' and path < top.path || '0') entries)
      returning hash, size)
    select count(*) as count, coalesce(sum(size), 0)::bigint as bytes,
      coalesce(array_agg(distinct hash::text) filter (where hash is not null), '{}') as hashes from gone`.execute(db);
  return rows[0]!;
}

export interface DistinctFile {
  readonly path: string;
  readonly hash: string;
  readonly type: EntryType;
}

/** An entry of a tree for each of its hashes, in the order of hashes, behind one of them: who needs outputs is asked once. */
export async function distinctFiles(
  db: Database,
  { datasetId, path }: TreePlace,
  types: readonly number[],
  after: string,
  limit: number,
): Promise<DistinctFile[]> {
  const { rows } = await sql<DistinctFile>`
    select distinct on (hash) path, hash, type from entries
    where ${inTree(datasetId, path)} and type = any(${[...types]}::smallint[]) and hash > ${after}
    order by hash, path limit ${limit}::integer`.execute(db);
  return rows;
}
