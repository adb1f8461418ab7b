import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../database/index.ts';
import { lockDataset } from '../store.ts';
import type { EntryRow } from './entry-row.ts';
import { searchColumns } from './search-columns.ts';

/** Entries looked at in one transaction, which holds their dataset: some ten milliseconds. */
const BATCH = 500;

type Row = Pick<EntryRow, 'path' | 'hash' | 'properties' | 'mtime' | 'pointGeometry' | 'polygonGeometry'>;

/** An entry in front of the next ones. */
interface Position {
  readonly datasetId: string;
  readonly path: string;
}

/**
 * Fills the columns by which entries are searched for entries that are older than these columns: only the service folds
 * letters beyond ASCII and knows which texts of the properties count. A table that the migration made says where to go on;
 * without a row in it there is nothing to do. Can be cut off anywhere; of many processes one does it.
 */
export async function refillSearchColumns(db: Database): Promise<void> {
  while (await db.transaction().execute(refillSome)) await setImmediate();
}

/** @returns whether there may be more */
async function refillSome(transaction: Database): Promise<boolean> {
  const last = await transaction
    .selectFrom('search_refill')
    .select(['dataset_id as datasetId', 'path'])
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (last === undefined) return false;
  const next = await nextPosition(transaction, last);
  if (next === undefined) {
    await transaction.deleteFrom('search_refill').execute();
    return false;
  }
  await transaction.updateTable('search_refill').set({ dataset_id: next.datasetId, path: next.path }).execute();
  return true;
}

/** Refills the entries behind a position. @returns the position behind them; undefined when there are none */
async function nextPosition(transaction: Database, last: Position): Promise<Position | undefined> {
  const rows = await entriesBehind(transaction, last);
  if (rows.length > 0) {
    await write(transaction, last.datasetId, rows);
    return { datasetId: last.datasetId, path: rows.at(-1)!.path };
  }
  const dataset = await transaction
    .selectFrom('datasets')
    .select('id')
    .where('id', '>', last.datasetId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return dataset && { datasetId: dataset.id, path: '' };
}

/** Holds the dataset, so that nobody writes what is read here. One that is being removed has none that matter. */
async function entriesBehind(transaction: Database, { datasetId, path }: Position): Promise<Row[]> {
  if (!(await lockDataset(transaction, datasetId))) return [];
  return transaction
    .selectFrom('entries')
    .select(['path', 'hash', 'properties', 'mtime'])
    .select(['point_geom as pointGeometry', 'polygon_geom as polygonGeometry'])
    .where('dataset_id', '=', datasetId)
    .where('path', '>', path)
    .orderBy('path')
    .limit(BATCH)
    .execute();
}

async function write(transaction: Database, datasetId: string, rows: readonly Row[]): Promise<void> {
  const columns = rows.map((row) => ({ path: row.path, ...searchColumns(row) }));
  await sql`
    update entries set name = filled.name, words = filled.words, taken_at = filled.taken_at, bounds = filled.bounds
    from json_to_recordset(${JSON.stringify(columns)}::json)
      filled(path text, name text, words text, taken_at timestamptz, bounds box)
    where dataset_id = ${datasetId}::uuid and entries.path = filled.path
      and (entries.name, entries.words, entries.taken_at, entries.bounds::text)
        is distinct from (filled.name, filled.words, filled.taken_at, filled.bounds::text)`.execute(transaction);
}
