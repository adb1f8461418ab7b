import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { anyOf, type Database } from '../../database/index.ts';

/** A value of a dataset (path empty) or of an entry. */
export interface StoredValue {
  readonly id: string;
  readonly path: string;
  readonly key: string;
  readonly data: unknown;
  /** Seconds since 1970. */
  readonly mtime: number;
}

/** How many values a key has at a path. */
export interface KeyCount {
  readonly path: string;
  readonly key: string;
  readonly count: number;
}

const mtime = sql<number>`floor(extract(epoch from changed_at))::bigint`.as('mtime');

export interface NewValue {
  readonly datasetId: string;
  readonly path: string;
  readonly key: string;
  /** JSON text. */
  readonly data: string;
}

/** Adds a value under an id of its own. */
export function insertMetadata(
  transaction: Database,
  { datasetId, path, key, data }: NewValue,
): Promise<{ readonly id: string; readonly mtime: number }> {
  return transaction
    .insertInto('dataset_metadata')
    .values({ id: randomUUID(), dataset_id: datasetId, path, key, data })
    .returning(['id', mtime])
    .executeTakeFirstOrThrow();
}

/** Values of a key, oldest first. */
export function findValues(db: Database, datasetId: string, path: string, key: string): Promise<StoredValue[]> {
  return db
    .selectFrom('dataset_metadata')
    .select(['id', 'path', 'key', 'data', mtime])
    .where('dataset_id', '=', datasetId)
    .where('path', '=', path)
    .where('key', '=', key)
    .orderBy('changed_at')
    .orderBy('id')
    .execute();
}

/** Keys with values, by path and key, behind one of them. @param path only those of this entry; absent: all */
export function listKeys(
  db: Database,
  datasetId: string,
  { path, after, limit }: { path: string | undefined; after: Omit<KeyCount, 'count'> | undefined; limit: number },
): Promise<KeyCount[]> {
  return db
    .selectFrom('dataset_metadata')
    .select(({ fn }) => ['path', 'key', fn.countAll<number>().as('count')])
    .where('dataset_id', '=', datasetId)
    .$if(path !== undefined, (query) => query.where('path', '=', path!))
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) => eb(refTuple('path', 'key'), '>', tuple(after!.path, after!.key))),
    )
    .groupBy(['path', 'key'])
    .orderBy('path')
    .orderBy('key')
    .limit(limit)
    .execute();
}

/** A value as a dump has it: `data` is JSON text. */
export interface DumpedValue extends Omit<StoredValue, 'data'> {
  readonly data: string;
}

const dumped = (db: Database, datasetId: string) =>
  db
    .selectFrom('dataset_metadata')
    .select(['id', sql<string>`data::text`.as('data'), mtime, 'path', 'key'])
    .where('dataset_id', '=', datasetId)
    .orderBy('id');

/** Values by id, behind an id. */
export function listValues(
  db: Database,
  datasetId: string,
  after: string | undefined,
  limit: number,
): Promise<DumpedValue[]> {
  return dumped(db, datasetId)
    .$if(after !== undefined, (query) => query.where('id', '>', after!))
    .limit(limit)
    .execute();
}

/** Those of these ids that the dataset has, by id. */
export function findValuesById(db: Database, datasetId: string, ids: readonly string[]): Promise<DumpedValue[]> {
  return dumped(db, datasetId).where('id', '=', anyOf(ids, 'uuid')).execute();
}

/** How many values a dataset or entry has, and the bytes of their JSON in UTF-8. */
export async function measureValues(
  transaction: Database,
  datasetId: string,
  path: string,
): Promise<{ readonly count: number; readonly bytes: number }> {
  return transaction
    .selectFrom('dataset_metadata')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(octet_length(data::text)), 0)::bigint`.as('bytes'),
    ])
    .where('dataset_id', '=', datasetId)
    .where('path', '=', path)
    .executeTakeFirstOrThrow();
}

export async function countMetadata(transaction: Database, datasetId: string): Promise<number> {
  const row = await transaction
    .selectFrom('datasets')
    .select('metadata_count as count')
    .where('id', '=', datasetId)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** @returns how many there were */
export async function removeValues(
  transaction: Database,
  datasetId: string,
  path: string,
  key: string,
): Promise<number> {
  const { numDeletedRows } = await transaction
    .deleteFrom('dataset_metadata')
    .where('dataset_id', '=', datasetId)
    .where('path', '=', path)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** @returns where it was; `undefined` when the dataset has no value of that id */
export function removeValue(
  transaction: Database,
  datasetId: string,
  id: string,
): Promise<{ readonly path: string; readonly key: string } | undefined> {
  return transaction
    .deleteFrom('dataset_metadata')
    .where('dataset_id', '=', datasetId)
    .where('id', '=', id)
    .returning(['path', 'key'])
    .executeTakeFirst();
}

/**
 * Values of one key in a dataset by path, the last one of each; null for a value that is longer.
 *
 * @param paths only of these; undefined: of all, as many as `limit`
 */
export async function findValuesOfKey(
  db: Database,
  datasetId: string,
  key: string,
  { paths, bytes, limit }: { paths: readonly string[] | undefined; bytes: number; limit: number },
): Promise<ReadonlyMap<string, unknown>> {
  const rows = await db
    .selectFrom('dataset_metadata')
    .select(['path', sql<unknown>`case when octet_length(data::text) <= ${bytes} then data end`.as('data')])
    .where('dataset_id', '=', datasetId)
    .where('key', '=', key)
    .$if(paths !== undefined, (query) => query.where('path', '=', anyOf(paths!, 'text')))
    .orderBy('path')
    .orderBy('changed_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return new Map(rows.map(({ path, data }) => [path, data]));
}
