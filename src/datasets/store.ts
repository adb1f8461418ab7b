import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '../access/index.ts';
import type { Database } from '../database/index.ts';
import { mayReadDataset, NOBODY, ownerDeactivated, standingColumns, type Standing } from '../organizations/index.ts';
import type { NewEntry } from './entries/entry-row.ts';
import { blobKey, entriesWriting } from './entries/entry-store.ts';

export interface DatasetRow extends Standing {
  readonly id: string;
  readonly slug: string;
  readonly organizationId: string;
  readonly organizationSlug: string;
  readonly visibility: number;
  readonly entryCount: number;
  readonly sizeBytes: number;
  readonly createdAt: Date;
  readonly changedAt: Date;
  /** Metadata of the dataset itself, oldest first. */
  readonly metadata: readonly MetadataRow[];
}

export interface MetadataRow {
  readonly id: string;
  readonly key: string;
  readonly data: unknown;
  /** Seconds since 1970. */
  readonly mtime: number;
}

/** Keys that lists of datasets show: those with a meaning, whose values are short. */
const LISTED_KEYS = ['name', 'visibility', 'tagline', 'license', 'public'];

/** @param keys metadata that is read; absent: all */
function datasets(db: Database, callerId: string | undefined, keys?: readonly string[]) {
  const isWanted = keys === undefined ? sql`true` : sql`meta.key = any(${[...keys]}::text[])`;
  return db
    .selectFrom('datasets')
    .innerJoin('organizations', 'organizations.id', 'datasets.organization_id')
    .leftJoin('organization_members as member', (join) =>
      join.onRef('member.organization_id', '=', 'organizations.id').on('member.user_id', '=', callerId ?? NOBODY),
    )
    .select([
      'datasets.id',
      'datasets.slug',
      'organizations.id as organizationId',
      'organizations.slug as organizationSlug',
      'datasets.visibility',
      'datasets.entry_count as entryCount',
      'datasets.size_bytes as sizeBytes',
      'datasets.created_at as createdAt',
      'datasets.changed_at as changedAt',
      ...standingColumns,
      ownerDeactivated,
      sql<MetadataRow[]>`coalesce((
        select json_agg(json_build_object('id', meta.id, 'key', meta.key, 'data', meta.data,
          'mtime', floor(extract(epoch from meta.changed_at))) order by meta.changed_at, meta.id)
        from dataset_metadata meta where meta.dataset_id = datasets.id and meta.path = '' and ${isWanted}), '[]')`.as(
        'metadata',
      ),
    ]);
}

/** Finds a dataset by the slugs of an address, in any letter case. */
export function findDataset(
  db: Database,
  organizationSlug: string,
  slug: string,
  callerId: string | undefined,
): Promise<DatasetRow | undefined> {
  return datasets(db, callerId)
    .where('organizations.slug', '=', organizationSlug.toLowerCase())
    .where('datasets.slug', '=', slug.toLowerCase())
    .executeTakeFirst();
}

/** Finds a dataset wherever it is by now. */
export function findDatasetById(
  db: Database,
  id: string,
  callerId: string | undefined,
): Promise<DatasetRow | undefined> {
  return datasets(db, callerId).where('datasets.id', '=', id).executeTakeFirst();
}

/** Datasets of an organization that a caller may read, by slug, behind one of them. */
export function listDatasets(
  db: Database,
  organizationId: string,
  caller: Caller | undefined,
  { after, limit }: DatasetPage,
): Promise<DatasetRow[]> {
  return datasets(db, caller?.id, LISTED_KEYS)
    .where('organizations.id', '=', organizationId)
    .where(mayReadDataset(caller))
    .$if(after !== undefined, (query) => query.where('datasets.slug', '>', after!))
    .orderBy('datasets.slug')
    .limit(limit)
    .execute();
}

/** Which part of a list is wanted. */
export interface DatasetPage {
  /** Slug in front of the first one. */
  readonly after?: string | undefined;
  readonly limit: number;
}

export interface NewDataset {
  readonly id: string;
  readonly organizationId: string;
  readonly slug: string;
  readonly visibility: number;
}

/** @returns false when the organization has a dataset with that slug */
export async function insertDataset(db: Database, dataset: NewDataset): Promise<boolean> {
  const inserted = await db
    .insertInto('datasets')
    .values({
      id: dataset.id,
      organization_id: dataset.organizationId,
      slug: dataset.slug,
      visibility: dataset.visibility,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'slug']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** What a change of entries does to the dataset's counters. */
export interface CounterChange {
  readonly entries: number;
  readonly bytes: number;
}

/**
 * Takes the dataset's row for this transaction, so that changes of its entries happen one after another.
 *
 * @returns false when it is gone, or being removed
 */
export async function lockDataset(db: Database, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('datasets')
    .select('id')
    .where('id', '=', id)
    .where('organization_id', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * `lockDataset` and `lockBlob` of many in one statement: an upload of a small file costs what its statements do. The dataset
 * is taken first, the blobs in an order of their own, so that two who take the same ones never wait for each other.
 */
export async function lockDatasetAndBlobs(db: Database, id: string, hashes: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    with held as materialized (
      select id from datasets where id = ${id}::uuid and organization_id is not null for update),
    keys as materialized (select key from held, unnest(${hashes.map(blobKey)}::bigint[]) key order by key)
    select pg_advisory_xact_lock(key) from keys`.execute(db);
  return rows.length > 0;
}

export async function applyChange(db: Database, id: string, change: CounterChange): Promise<void> {
  await counting(db, id, change).execute();
}

/**
 * Writes entries and counts them, in one statement.
 *
 * @param asked answered by the same statement, about what there was before
 */
export async function putEntriesCounted(
  db: Database,
  id: string,
  entries: readonly NewEntry[],
  change: CounterChange,
  asked: RawBuilder<boolean>,
): Promise<boolean> {
  const written = db.with('written', (part) => entriesWriting(part, id, entries).returning('path'));
  const { answer } = await counting(written, id, change).returning(asked.as('answer')).executeTakeFirstOrThrow();
  return answer;
}

function counting(db: Pick<Database, 'updateTable'>, id: string, change: CounterChange) {
  return db
    .updateTable('datasets')
    .set((eb) => ({
      entry_count: eb('entry_count', '+', change.entries),
      size_bytes: eb('size_bytes', '+', change.bytes),
      revision: eb('revision', '+', 1),
      changed_at: sql<Date>`now()`,
    }))
    .where('id', '=', id);
}
