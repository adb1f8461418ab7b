import { sql } from 'kysely';
import type { DatasetGrant } from '../../access/index.ts';
import { anyOf, type Database } from '../../database/index.ts';
import { fail, ServiceError } from '../../errors/index.ts';
import { changeDataset } from '../administration/change.ts';
import { checkSentValue } from '../push/sent-values.ts';
import { isList } from './key.ts';
import { MAX_BYTES_OF_ONE, MAX_VALUES_IN_DATASET, MAX_VALUES_OF_ONE } from './limits.ts';
import { countMetadata, type DumpedValue } from './metadata-store.ts';

/** A value that cannot be kept, and why not. */
export interface RefusedValue {
  readonly value: DumpedValue;
  readonly problem: string;
}

/**
 * Adds values of another copy of a dataset with the ids and times they have there. Of a key that holds one value the newest
 * stays.
 *
 * @param values some hundred. What they say of who may read the dataset is not followed: the caller leaves it out
 * @returns those that cannot be kept: against the rules, without an entry, too many of one entry
 */
export async function restoreValues(
  db: Database,
  dataset: DatasetGrant,
  values: readonly DumpedValue[],
): Promise<readonly RefusedValue[]> {
  const refused: RefusedValue[] = [];
  const checked = values.flatMap((value) => {
    try {
      return [checkSentValue(value)];
    } catch (cause) {
      if (!(cause instanceof ServiceError)) throw cause;
      refused.push({ value, problem: cause.message });
      return [];
    }
  });
  if (checked.length === 0) return refused;
  const late = await changeDataset(db, dataset, (transaction) => restoreIn(transaction, dataset.id, checked));
  return [...refused, ...late];
}

/** Removes values; the others of these ids are gone already. */
export function removeValuesById(db: Database, dataset: DatasetGrant, ids: readonly string[]): Promise<void> {
  return changeDataset(db, dataset, async (transaction) => {
    for (let from = 0; from < ids.length; from += IDS_AT_ONCE)
      await removeIds(transaction, dataset.id, ids.slice(from, from + IDS_AT_ONCE));
  });
}

/** Some ten milliseconds of the embedded database. */
const IDS_AT_ONCE = 10_000;

async function restoreIn(
  transaction: Database,
  datasetId: string,
  values: readonly DumpedValue[],
): Promise<readonly RefusedValue[]> {
  const paths = await indexedPaths(transaction, datasetId, values);
  const wanted = newestOfEach(values.filter(({ path }) => paths.has(path)));
  const added = await insertUnlessNewer(transaction, datasetId, wanted);
  const full = await fullPaths(transaction, datasetId, added);
  const [kept, over] = [added.filter(({ path }) => !full.has(path)), added.filter(({ path }) => full.has(path))];
  await removeIds(
    transaction,
    datasetId,
    over.map(({ id }) => id),
  );
  await removeFormer(transaction, datasetId, kept);
  if ((await countMetadata(transaction, datasetId)) > MAX_VALUES_IN_DATASET)
    throw fail('invalid-input', `A dataset may have ${MAX_VALUES_IN_DATASET} values of metadata, and no more.`);
  return [
    ...values.flatMap((value) => (paths.has(value.path) ? [] : [{ value, problem: 'there is no such entry.' }])),
    ...over.map((value) => ({
      value,
      problem: `${value.path || 'the dataset'} may have ${MAX_VALUES_OF_ONE} values and ${MAX_BYTES_OF_ONE} bytes of metadata, and no more.`,
    })),
  ];
}

/** Those paths of values that have an entry, and that of the dataset itself. */
async function indexedPaths(
  transaction: Database,
  datasetId: string,
  values: readonly DumpedValue[],
): Promise<ReadonlySet<string>> {
  const asked = [...new Set(values.map(({ path }) => path))];
  const rows = await transaction
    .selectFrom('entries')
    .select('path')
    .where('dataset_id', '=', datasetId)
    .where('path', '=', anyOf(asked, 'text'))
    .execute();
  return new Set(['', ...rows.map(({ path }) => path)]);
}

function newestOfEach(values: readonly DumpedValue[]): readonly DumpedValue[] {
  const newest = new Map<string, DumpedValue>();
  for (const value of values) {
    const { id, path, key, mtime } = value;
    const place = isList(key) ? id : `${path}\n${key}`;
    const other = newest.get(place);
    if (other === undefined || other.mtime < mtime) newest.set(place, value);
  }
  return [...newest.values()];
}

/** @returns those that were added */
async function insertUnlessNewer(
  transaction: Database,
  datasetId: string,
  values: readonly DumpedValue[],
): Promise<readonly DumpedValue[]> {
  const column = <K extends keyof DumpedValue>(name: K): DumpedValue[K][] => values.map((value) => value[name]);
  const { rows } = await sql<{ id: string }>`
    insert into dataset_metadata (id, dataset_id, path, key, data, changed_at)
    select id, ${datasetId}::uuid, path, key, data::jsonb, to_timestamp(mtime)
    from unnest(${column('id')}::uuid[], ${column('path')}::text[], ${column('key')}::text[], ${column('data')}::text[],
      ${column('mtime')}::double precision[]) as sent (id, path, key, data, mtime)
    where right(key, 1) = 's' or not exists (
      select from dataset_metadata present
      where present.dataset_id = ${datasetId}::uuid and present.path = sent.path and present.key = sent.key
        and floor(extract(epoch from present.changed_at)) > sent.mtime)
    on conflict (dataset_id, id) do nothing returning id`.execute(transaction);
  const added = new Set(rows.map(({ id }) => id));
  return values.filter(({ id }) => added.has(id));
}

/** The paths of the values that have too many by now. */
async function fullPaths(
  transaction: Database,
  datasetId: string,
  values: readonly DumpedValue[],
): Promise<ReadonlySet<string>> {
  const paths = [...new Set(values.map(({ path }) => path))];
  const { rows } = await sql<{ path: string }>`
    select path from dataset_metadata where dataset_id = ${datasetId}::uuid and path = ${anyOf(paths, 'text')}
    group by path having count(*) > ${MAX_VALUES_OF_ONE} or sum(octet_length(data::text)) > ${MAX_BYTES_OF_ONE}`.execute(
    transaction,
  );
  return new Set(rows.map(({ path }) => path));
}

/** Removes what had the places of values of keys that hold one. */
async function removeFormer(transaction: Database, datasetId: string, values: readonly DumpedValue[]): Promise<void> {
  const single = values.filter(({ key }) => !isList(key));
  if (single.length === 0) return;
  const column = (name: 'id' | 'path' | 'key'): string[] => single.map((value) => value[name]);
  await sql`
    delete from dataset_metadata former
    using unnest(${column('id')}::uuid[], ${column('path')}::text[], ${column('key')}::text[]) as kept (id, path, key)
    where former.dataset_id = ${datasetId}::uuid and former.path = kept.path and former.key = kept.key
      and former.id <> kept.id`.execute(transaction);
}

async function removeIds(transaction: Database, datasetId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await transaction
    .deleteFrom('dataset_metadata')
    .where('dataset_id', '=', datasetId)
    .where('id', '=', anyOf(ids, 'uuid'))
    .execute();
}
