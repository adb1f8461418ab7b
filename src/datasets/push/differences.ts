import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../database/index.ts';
import { fail } from '../../errors/index.ts';
import type { BatchRef } from '../staging/batch-store.ts';
import { freedHashes } from '../entries/tree-removal.ts';
import { MAX_BYTES_OF_ONE, MAX_VALUES_IN_DATASET, MAX_VALUES_OF_ONE } from '../metadata/limits.ts';
import { countMetadata } from '../metadata/metadata-store.ts';
import { addFolders } from '../objects/folders.ts';
import { PUSH_PAGE } from './push-store.ts';

/** What a removal took away. */
interface Gone {
  readonly count: number;
  readonly bytes: number;
  /** Paths of what went with nothing above it that went, too. */
  readonly outermost: readonly string[];
}

interface GonePage extends Gone {
  /** The last path that was looked at; null when there was none. */
  readonly last: string | null;
  /** How many were looked at. */
  readonly asked: number;
}

/**
 * Removes the entries of a push that go, with their metadata, some thousand at a time. All below a folder that goes are
 * among them: the client has none of them.
 */
export async function removeEntriesOfPush(transaction: Database, { id, datasetId }: BatchRef): Promise<Gone> {
  let [count, bytes] = [0, 0];
  const outermost: string[] = [];
  for (let after: string | null = ''; after !== null;) {
    const rows = await sql<GonePage>`
      with asked as materialized (
        select path from push_removes where batch_id = ${id}::uuid and path > ${after} order by path limit ${PUSH_PAGE}),
      page as materialized (
        select entry.place, entry.size, asked.path, above.goes from asked cross join lateral (
          select ctid as place, size, parent from entries
          where dataset_id = ${datasetId}::uuid and path = asked.path limit 1) entry
        left join lateral (
          select true as goes from push_removes
          where batch_id = ${id}::uuid and path = entry.parent limit 1) above on true),
      gone as (delete from entries where ctid = any(array(select place from page))),
      values_gone as (delete from dataset_metadata where ctid = any(array(
        select value.place from asked cross join lateral (
          select ctid as place from dataset_metadata
          where dataset_id = ${datasetId}::uuid and path = asked.path limit ${MAX_VALUES_OF_ONE}) value)))
      select (select count(*) from asked) as asked, (select max(path) from asked) as last, count(*) as count,
        coalesce(sum(size), 0)::bigint as bytes,
        coalesce(array_agg(path order by path) filter (where goes is null), '{}') as outermost from page`.execute(
      transaction,
    );
    const page: GonePage = rows.rows[0]!;
    [count, bytes] = [count + page.count, bytes + page.bytes];
    outermost.push(...page.outermost);
    after = page.asked < PUSH_PAGE ? null : page.last;
    // Answers of the embedded database come without anything else having had its turn.
    await setImmediate();
  }
  return { count, bytes, outermost };
}

/** Makes the folders of a push. @returns how many */
export async function addFoldersOfPush(transaction: Database, { id, datasetId }: BatchRef): Promise<number> {
  let count = 0;
  for (let after: string | undefined = ''; after !== undefined;) {
    const rows: readonly { readonly path: string }[] = await transaction
      .selectFrom('push_adds')
      .select('path')
      .where('batch_id', '=', id)
      .where('hash', 'is', null)
      .where('path', '>', after)
      .orderBy('path')
      .limit(PUSH_PAGE)
      .execute();
    if (rows.length > 0)
      count += await addFolders(
        transaction,
        { id: datasetId },
        rows.map(({ path }) => path),
      );
    after = rows.length < PUSH_PAGE ? undefined : rows.at(-1)!.path;
  }
  return count;
}

/** Hashes that went with the entries of a push and that no entry has now, of those of which something is built. */
export async function* freedByPush(transaction: Database, { id, datasetId }: BatchRef): AsyncGenerator<string[]> {
  for (let after: string | undefined = ''; after !== undefined;) {
    // By path, as the index has them: in the order of hashes each page would sort all that is left.
    const rows: readonly { readonly path: string; readonly hash: string | null }[] = await transaction
      .selectFrom('push_removes')
      .select(['path', sql<string | null>`hash::text`.as('hash')])
      .where('batch_id', '=', id)
      .where('path', '>', after)
      .orderBy('path')
      .limit(PUSH_PAGE)
      .execute();
    const hashes = new Set(rows.flatMap(({ hash }) => hash ?? []));
    const freed = await freedHashes(transaction, datasetId, [...hashes]);
    if (freed.length > 0) yield freed;
    after = rows.length < PUSH_PAGE ? undefined : rows.at(-1)!.path;
    await setImmediate();
  }
}

/** Makes the metadata of a dataset that of a push. @throws `invalid-input` for more than there may be, or without an entry */
export async function changeValuesOfPush(transaction: Database, { id, datasetId }: BatchRef): Promise<void> {
  await sql`
    delete from dataset_metadata value using push_value_removes gone
    where gone.batch_id = ${id}::uuid and value.dataset_id = ${datasetId}::uuid and value.id = gone.id`.execute(
    transaction,
  );
  const { rows } = await sql<{ path: string }>`
    select path from push_values value where batch_id = ${id}::uuid and path <> '' and not exists (
      select from entries where entries.dataset_id = ${datasetId}::uuid and entries.path = value.path)
    order by path limit 1`.execute(transaction);
  if (rows[0]) throw fail('invalid-input', `There is metadata of ${rows[0].path}, but the stamp has no such entry.`);
  // A number of seconds is all that clients keep of the time.
  const added = await sql`
    insert into dataset_metadata (id, dataset_id, path, key, data, changed_at)
    select id, ${datasetId}::uuid, path, key, data, changed_at from push_values where batch_id = ${id}::uuid
    on conflict (dataset_id, id) do update set
      path = excluded.path, key = excluded.key, data = excluded.data, changed_at = excluded.changed_at
    returning 1`.execute(transaction);
  if (added.rows.length > 0) await refuseTooMany(transaction, { id, datasetId });
}

async function refuseTooMany(transaction: Database, { id, datasetId }: BatchRef): Promise<void> {
  const { rows } = await sql<{ path: string }>`
    select path from dataset_metadata
    where dataset_id = ${datasetId}::uuid and path in (select path from push_values where batch_id = ${id}::uuid)
    group by path
    having count(*) > ${MAX_VALUES_OF_ONE} or sum(octet_length(data::text)) > ${MAX_BYTES_OF_ONE} limit 1`.execute(
    transaction,
  );
  if (rows[0])
    throw fail(
      'invalid-input',
      `${rows[0].path || 'The dataset'} has too much metadata: ${MAX_VALUES_OF_ONE} values and ${MAX_BYTES_OF_ONE} bytes at most.`,
    );
  if ((await countMetadata(transaction, datasetId)) > MAX_VALUES_IN_DATASET)
    throw fail('invalid-input', `A dataset may have ${MAX_VALUES_IN_DATASET} values of metadata, and no more.`);
}

/** Files of a push that may depend on others, or were understood with some, where they lay before. */
export async function dependingFiles(db: Database, { id }: BatchRef): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select path from upload_batch_entries where batch_id = ${id}::uuid and seen is null
      and (companions <> '' or properties ? 'missingDependencies' or properties ? 'dependencies')
    order by path`.execute(db);
  return rows.map(({ path }) => path);
}
