import { sql } from 'kysely';
import { anyOf, type Database } from '../../database/index.ts';

/**
 * Takes datasets, which the transaction has locked, out of their organizations: from its commit on nobody sees them, their
 * slugs are free and their bytes are charged to nobody. Links and tokens for them end.
 */
export async function takeAway(transaction: Database, ids: readonly string[]): Promise<void> {
  const any = anyOf(ids, 'uuid');
  await transaction.deleteFrom('access_tokens').where('dataset_id', '=', any).execute();
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

/** What is removed piece by piece, with the column that says where the next piece begins. */
const PARTS = [
  { table: 'entries', column: 'path', type: 'text', first: '' },
  { table: 'dataset_metadata', column: 'id', type: 'uuid', first: '00000000-0000-0000-0000-000000000000' },
  { table: 'jobs', column: 'id', type: 'uuid', first: '00000000-0000-0000-0000-000000000000' },
] as const;

/** How far the removal of a dataset came. */
export interface Position {
  readonly part: number;
  /** Last one removed of that part. */
  readonly last: string;
}

/** Where a removal begins. */
export const START: Position = { part: 0, last: PARTS[0].first };

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
  const { table, column, type } = PARTS[part]!;
  const [name, by] = [sql.table(table), sql.ref(column)];
  const { rows } = await sql<{ count: number; last: string | null }>`
    with gone as (
      delete from ${name} where ctid = any(array(
        select ctid from ${name} where dataset_id = ${datasetId}::uuid and ${by} > ${last}::${sql.raw(type)}
        order by ${by} limit ${limit}))
      returning ${by}::text collate "C" as passed)
    select count(*) as count, max(passed) as last from gone`.execute(transaction);
  const { count, last: passed } = rows[0]!;
  if (count === limit && passed !== null) return { part, last: passed };
  const next = PARTS[part + 1];
  return next && { part: part + 1, last: next.first };
}

/** Removes the row of a dataset with the little that is still there. */
export async function removeRow(transaction: Database, id: string): Promise<void> {
  await transaction.deleteFrom('datasets').where('id', '=', id).where('organization_id', 'is', null).execute();
}
