import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../database/index.ts';
import { RUNNING, type BatchRef } from '../staging/batch-store.ts';

/** A push whose difference is whole. */
export interface PushRow extends BatchRef {
  readonly userId: string | null;
  /** 0 running, 1 committed, 2 rolled back. */
  readonly batchState: number;
  /** State and checksum of the dataset that the difference is good for. */
  readonly state: string;
  readonly checksum: string;
}

const pushes = (db: Database, datasetId: string) =>
  db
    .selectFrom('pushes')
    .innerJoin('upload_batches as batch', 'batch.id', 'pushes.batch_id')
    .select([
      'batch.id',
      'batch.user_id as userId',
      'batch.state as batchState',
      'pushes.state',
      sql<string>`pushes.checksum::text`.as('checksum'),
      sql<string>`${datasetId}::text`.as('datasetId'),
    ])
    .where('batch.dataset_id', '=', datasetId);

/** The push of a token, in whatever state its batch is. */
export function findPush(db: Database, datasetId: string, token: string): Promise<PushRow | undefined> {
  return pushes(db, datasetId).where('batch.token', '=', token).executeTakeFirst();
}

/** The running push of a user in a dataset. */
export function findCurrentPush(db: Database, datasetId: string, userId: string): Promise<PushRow | undefined> {
  return pushes(db, datasetId)
    .where('batch.user_id', '=', userId)
    .where('batch.state', '=', RUNNING)
    .executeTakeFirst();
}

export async function insertPush(
  transaction: Database,
  { id, state, checksum }: Pick<PushRow, 'id' | 'state' | 'checksum'>,
): Promise<void> {
  await transaction.insertInto('pushes').values({ batch_id: id, state, checksum }).execute();
}

/** An entry that comes or goes; null is the hash of folders. */
export interface PushedEntry {
  readonly path: string;
  readonly hash: string | null;
}

export async function insertPushedEntries(
  db: Database,
  table: 'push_adds' | 'push_removes',
  batchId: string,
  entries: readonly PushedEntry[],
): Promise<void> {
  await sql`
    insert into ${sql.table(table)} (batch_id, path, hash)
    select ${batchId}::uuid, entry.path, entry.hash
    from unnest(${entries.map(({ path }) => path)}::text[], ${entries.map(({ hash }) => hash)}::char(64)[])
      as entry (path, hash)`.execute(db);
}

export async function insertPushedIds(
  db: Database,
  table: 'push_values' | 'push_value_removes',
  batchId: string,
  ids: readonly string[],
): Promise<void> {
  await sql`
    insert into ${sql.table(table)} (batch_id, id)
    select ${batchId}::uuid, id from unnest(${[...ids]}::uuid[]) id on conflict do nothing`.execute(db);
}

/**
 * Values that stay, but belong to an entry that goes: they go with it, so the client has to send them as those that are new.
 * Such are those of a file that was given another path.
 */
export async function askForValuesOfRemoved(db: Database, { id, datasetId }: BatchRef): Promise<void> {
  await sql`
    insert into push_values (batch_id, id)
    select ${id}::uuid, value.id from dataset_metadata value
    join push_removes gone on gone.batch_id = ${id}::uuid and gone.path = value.path
    where value.dataset_id = ${datasetId}::uuid
      and not exists (select from push_value_removes other where other.batch_id = ${id}::uuid and other.id = value.id)
    on conflict do nothing`.execute(db);
}

/** Rows one statement reads: some ten milliseconds. */
export const PUSH_PAGE = 2000;

/**
 * One look by an index for each file, whatever the database believes of tables that have just grown: whether it is staged as
 * it must be.
 */
export const isStaged = sql`left join lateral (
  select true as found from upload_batch_entries other
  where other.batch_id = added.batch_id and other.path = added.path and other.hash = added.hash limit 1) staged on true`;

/** Paths of files whose bytes are neither in the dataset nor in the batch, behind one of them. */
export async function neededFiles(db: Database, { id, datasetId }: BatchRef, after: string): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select added.path from push_adds added ${isStaged}
    left join lateral (
      select true as found from entries
      where entries.hash = added.hash and (entries.dataset_id = ${datasetId}::uuid) is true limit 1) known on true
    where added.batch_id = ${id}::uuid and added.path > ${after} and added.hash is not null
      and staged.found is null and known.found is null
    order by added.path limit ${PUSH_PAGE}`.execute(db);
  return rows.map(({ path }) => path);
}

/** Ids of values that have not been sent, behind one of them. */
export async function neededValues(db: Database, batchId: string, after: string): Promise<string[]> {
  const rows = await db
    .selectFrom('push_values')
    .select('id')
    .where('batch_id', '=', batchId)
    .where('path', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(PUSH_PAGE)
    .execute();
  return rows.map(({ id }) => id);
}

/** The hash that a file of a push must have. @returns undefined for a path that is not among its files */
export async function announcedHash(db: Database, batchId: string, path: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('push_adds')
    .select(sql<string>`hash::text`.as('hash'))
    .where('batch_id', '=', batchId)
    .where('path', '=', path)
    .where('hash', 'is not', null)
    .executeTakeFirst();
  return row?.hash;
}

/** A value as it was sent. */
export interface SentValue {
  readonly id: string;
  readonly path: string;
  readonly key: string;
  /** JSON text. */
  readonly data: string;
  /** Seconds since 1970. */
  readonly mtime: number;
}

/** Keeps values that were sent; those that were not asked for are dropped. */
export async function putSentValues(db: Database, batchId: string, values: readonly SentValue[]): Promise<void> {
  const column = <K extends keyof SentValue>(name: K): SentValue[K][] => values.map((value) => value[name]);
  await sql`
    update push_values set path = sent.path, key = sent.key, data = sent.data::jsonb, changed_at = to_timestamp(sent.mtime)
    from unnest(${column('id')}::uuid[], ${column('path')}::text[], ${column('key')}::text[], ${column('data')}::text[],
      ${column('mtime')}::double precision[]) as sent (id, path, key, data, mtime)
    where push_values.batch_id = ${batchId}::uuid and push_values.id = sent.id`.execute(db);
}

/** Gives a batch what is staged in, or on its way into, another one and is wanted as it is. */
export async function carryStagedOver(transaction: Database, fromId: string, { id }: BatchRef): Promise<void> {
  await sql`
    update upload_batch_entries staged set batch_id = ${id}::uuid from push_adds added
    where staged.batch_id = ${fromId}::uuid and added.batch_id = ${id}::uuid
      and added.path = staged.path and added.hash = staged.hash`.execute(transaction);
  await sql`
    update resumable_uploads upload set batch_id = ${id}::uuid from push_adds added
    where upload.batch_id = ${fromId}::uuid and upload.finished_at is null and added.batch_id = ${id}::uuid
      and added.path = upload.path and added.hash = upload.sha256`.execute(transaction);
  await sql`
    update upload_batches set
      bytes = bytes + (select coalesce(sum(size), 0) from upload_batch_entries where batch_id = ${id}::uuid),
      created_dataset = created_dataset or (select created_dataset from upload_batches where id = ${fromId}::uuid)
    where id = ${id}::uuid`.execute(transaction);
}

/** Tells the database how large a difference is: it would sort all that is left for each page of one it takes for small. */
export async function measureDifferences(db: Database): Promise<void> {
  await sql`analyze push_adds, push_removes, push_values`.execute(db);
}

/** The same of files that were staged: it would look for the entry of each by itself. */
export async function measureStaged(db: Database): Promise<void> {
  await sql`analyze upload_batch_entries`.execute(db);
}

/** Whether a dataset came into being with a push of a user and has nothing in it yet. */
export async function isFreshFor(db: Database, datasetId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('datasets')
    .innerJoin('upload_batches as batch', 'batch.dataset_id', 'datasets.id')
    .select('datasets.id')
    .where('datasets.id', '=', datasetId)
    .where('datasets.entry_count', '=', 0)
    .where('datasets.metadata_count', '=', 0)
    .where('batch.user_id', '=', userId)
    .where('batch.created_dataset', '=', true)
    .where('batch.state', '=', RUNNING)
    .executeTakeFirst();
  return row !== undefined;
}

/** Tables of differences, and what orders the rows of a push in each. */
const DIFFERENCES = { push_adds: 'path', push_removes: 'path', push_values: 'id', push_value_removes: 'id' } as const;

/** Removes the differences of pushes that have ended or are forgotten, some thousand rows at a time. */
export async function forgetEndedPushes(db: Database): Promise<void> {
  for (const [table, key] of Object.entries(DIFFERENCES))
    for (const batchId of await endedPushesIn(db, table)) {
      for (let after: string | null = ''; after !== null;) after = await forgetPage(db, table, key, batchId, after);
    }
}

/** Pushes that have rows in a table of differences and do not run: a step by the index for each push, however many rows it has. */
async function endedPushesIn(db: Database, table: string): Promise<string[]> {
  const next = (condition: RawBuilder<unknown>) =>
    sql`select batch_id from ${sql.table(table)} where ${condition} order by batch_id limit 1`;
  const { rows } = await sql<{ id: string }>`
    with recursive present as (
      (${next(sql`true`)})
      union all
      select (${next(sql`batch_id > present.batch_id`)}) from present where present.batch_id is not null)
    select present.batch_id as id from present left join upload_batches batch on batch.id = present.batch_id
    where present.batch_id is not null and (batch.id is null or batch.state <> ${RUNNING})`.execute(db);
  return rows.map(({ id }) => id);
}

/** @returns the key of the last row that went; null when there was none */
async function forgetPage(
  db: Database,
  table: string,
  key: 'path' | 'id',
  batchId: string,
  after: string,
): Promise<string | null> {
  const isBehind =
    after === '' ? sql`true` : sql`${sql.ref(key)} > ${after}::${sql.raw(key === 'id' ? 'uuid' : 'text')}`;
  const { rows } = await sql<{ last: string | null }>`
    with gone as (
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where batch_id = ${batchId}::uuid and ${isBehind}
        order by ${sql.ref(key)} limit ${PUSH_PAGE}))
      returning ${sql.ref(key)}::text collate "C" as key)
    select max(key) as last from gone`.execute(db);
  return rows[0]!.last;
}

/** What keeps a push from its commit: a file or a value that was not sent, or one that nobody asked for. */
export async function firstProblem(db: Database, { id }: BatchRef): Promise<string | undefined> {
  const { rows } = await sql<{ problem: string }>`
    (select 'The file ' || added.path || ' was announced and has not been sent.' as problem
      from push_adds added ${isStaged}
      where added.batch_id = ${id}::uuid and added.hash is not null and staged.found is null
      order by added.path limit 1)
    union all
    (select 'The metadata ' || id || ' was announced and has not been sent.'
      from push_values where batch_id = ${id}::uuid and path is null order by id limit 1)
    union all
    (select 'The file ' || staged.path || ' was sent, but the stamp has no such file.'
      from upload_batch_entries staged left join lateral (
        select true as found from push_adds added
        where added.batch_id = staged.batch_id and added.path = staged.path and added.hash = staged.hash limit 1) wanted on true
      where staged.batch_id = ${id}::uuid and wanted.found is null
      order by staged.path limit 1)
    limit 1`.execute(db);
  return rows[0]?.problem;
}
