import { sql, type RawBuilder } from 'kysely';
import { anyOf, type Database } from '../../database/index.ts';
import { ROLLED_BACK, RUNNING } from '../staging/batch-store.ts';

/**
 * Takes datasets, which the transaction has locked, out of their organizations: from its commit on nobody sees them, their
 * slugs are free and their bytes are charged to nobody. Links and tokens for them end, and batches that were to bring more.
 */
export async function takeAway(transaction: Database, ids: readonly string[]): Promise<void> {
  const any = anyOf(ids, 'uuid');
  await transaction.deleteFrom('access_tokens').where('dataset_id', '=', any).execute();
  await transaction
    .updateTable('upload_batches')
    .set({ state: ROLLED_BACK, bytes: 0, ended_at: sql<Date>`now()` })
    .where('dataset_id', '=', any)
    .where('state', '=', RUNNING)
    .execute();
  await transaction.updateTable('datasets').set({ organization_id: null }).where('id', '=', any).execute();
}

/** A dataset that is being removed, by id, behind one of them. */
export async function nextRemoved(db: Database, after: string | undefined): Promise<string | undefined> {
  const row = await db
    .selectFrom('datasets')
    .select('id')
    .where('organization_id', 'is', null)
    .$if(after !== undefined, (query) => query.where('id', '>', after!))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Takes a dataset that is being removed. @returns false when it is gone, or another process has it */
export async function lockRemoved(transaction: Database, id: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('datasets')
    .select('id')
    .where('id', '=', id)
    .where('organization_id', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row !== undefined;
}

/** A table from which the rows of a dataset are removed piece by piece. */
interface Part {
  readonly table: string;
  /** Columns of an index, which say where the next piece begins, with their types. */
  readonly keys: readonly (readonly [column: string, type: 'text' | 'uuid' | 'char(64)'])[];
  /** The condition that a row belongs to the dataset; absent: by its column `dataset_id`. */
  readonly belongs?: (datasetId: string) => RawBuilder<unknown>;
}

/** All that may have more rows than one statement should remove; the rest goes with the row of the dataset. */
const PARTS: readonly Part[] = [
  { table: 'entries', keys: [['path', 'text']] },
  { table: 'dataset_metadata', keys: [['id', 'uuid']] },
  { table: 'jobs', keys: [['id', 'uuid']] },
  { table: 'pending_builds', keys: [['path', 'text']] },
  {
    table: 'outputs',
    keys: [
      ['hash', 'char(64)'],
      ['kind', 'text'],
    ],
  },
  {
    table: 'upload_batch_entries',
    keys: [
      ['batch_id', 'uuid'],
      ['path', 'text'],
    ],
    belongs: (id) => sql`batch_id in (select id from upload_batches where dataset_id = ${id}::uuid)`,
  },
  { table: 'resumable_uploads', keys: [['id', 'uuid']] },
  { table: 'download_selections', keys: [['id', 'uuid']] },
];

/** Before all values of a type. */
const FIRST = { text: '', 'char(64)': '', uuid: '00000000-0000-0000-0000-000000000000' } as const;

/** How far the removal of a dataset came. */
export interface Position {
  readonly part: number;
  /** Keys of the last row removed of that part. */
  readonly last: readonly string[];
}

/** Where a removal begins. */
export const START: Position = beginOf(0)!;

function beginOf(part: number): Position | undefined {
  const keys = PARTS[part]?.keys;
  return keys && { part, last: keys.map(([, type]) => FIRST[type]) };
}

/**
 * Removes the next rows of a dataset. Behind those removed before, so that none of them is looked at again.
 *
 * @returns where to go on; `undefined` when there are no more
 */
export async function removeRows(
  transaction: Database,
  datasetId: string,
  { part, last }: Position,
  limit: number,
): Promise<Position | undefined> {
  const { table, keys, belongs = (id: string) => sql`dataset_id = ${id}::uuid` } = PARTS[part]!;
  const columns = keys.map(([column]) => sql.ref(column));
  const from = keys.map(([, type], index) => sql`${last[index]!}::${sql.raw(type)}`);
  const backwards = columns.map((column) => sql`${column} desc`);
  const { rows } = await sql<{ count: number; last: string[] | null }>`
    with gone as (
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)}
        where ${belongs(datasetId)} and (${sql.join(columns)}) > (${sql.join(from)})
        order by ${sql.join(columns)} limit ${limit}))
      returning ${sql.join(columns)})
    select count(*) as count,
      (select json_build_array(${sql.join(columns)}) from gone order by ${sql.join(backwards)} limit 1) as last
    from gone`.execute(transaction);
  const { count, last: passed } = rows[0]!;
  return count === limit && passed !== null ? { part, last: passed } : beginOf(part + 1);
}

/** Removes the row of a dataset with the little that is still there. */
export async function removeRow(transaction: Database, id: string): Promise<void> {
  await transaction.deleteFrom('datasets').where('id', '=', id).where('organization_id', 'is', null).execute();
}
