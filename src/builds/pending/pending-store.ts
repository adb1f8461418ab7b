import { sql, type SelectQueryBuilder } from 'kysely';
import { anyOf, inTree, type Database, type Tables } from '../../database/index.ts';
import { keyText, type BuildKey } from '../build-key.ts';

/** A row of the index of markers. */
export interface PendingBuild {
  readonly path: string;
  readonly hash: string;
  /** Paths in the dataset. */
  readonly missing: readonly string[];
  readonly lastAttempt: Date;
}

const rows = (db: Database, datasetId: string) =>
  db
    .selectFrom('pending_builds')
    .select(['path', 'hash', 'missing', 'last_attempt as lastAttempt'])
    .where('dataset_id', '=', datasetId);

/** What waits in a dataset with the entries it waits for. */
const withEntries = (db: Database, datasetId: string) =>
  db
    .selectFrom('pending_builds')
    .innerJoin('entries', (join) =>
      join
        .onRef('entries.dataset_id', '=', 'pending_builds.dataset_id')
        .onRef('entries.path', '=', 'pending_builds.path')
        .onRef('entries.hash', '=', 'pending_builds.hash'),
    )
    .where('pending_builds.dataset_id', '=', datasetId);

export function findPending(
  db: Database,
  datasetId: string,
  path: string,
  hash: string,
): Promise<PendingBuild | undefined> {
  return rows(db, datasetId).where('path', '=', path).where('hash', '=', hash).executeTakeFirst();
}

/** Whether an entry with these bytes is pending. */
export async function hasPendingOf(db: Database, datasetId: string, hash: string): Promise<boolean> {
  return (await rows(db, datasetId).where('hash', '=', hash).limit(1).executeTakeFirst()) !== undefined;
}

/** What waits of these paths, by path. */
export async function pendingPaths(
  db: Database,
  datasetId: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, PendingBuild>> {
  if (paths.length === 0) return new Map();
  const found = await rows(db, datasetId).where('path', '=', anyOf(paths, 'text')).execute();
  return new Map(found.map((row) => [row.path, row]));
}

/** Writes what waits, one build of a path, in place of what waited there. */
export async function putPending(db: Database, datasetId: string, ...pending: readonly PendingBuild[]): Promise<void> {
  if (pending.length === 0) return;
  const values = pending.map(({ path, hash, missing, lastAttempt }) => ({
    dataset_id: datasetId,
    path,
    hash,
    missing: JSON.stringify(missing),
    last_attempt: lastAttempt,
  }));
  await db
    .insertInto('pending_builds')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['dataset_id', 'path']).doUpdateSet(({ ref }) => ({
        hash: ref('excluded.hash'),
        missing: ref('excluded.missing'),
        last_attempt: ref('excluded.last_attempt'),
      })),
    )
    .execute();
}

/** Removes what waits of the entries with a key, and of a path whose entry has these bytes no more. @returns what it was */
export function deletePendingOfKey(
  db: Database,
  { datasetId, hash, companions }: BuildKey,
  path: string,
): Promise<PendingName[]> {
  return db
    .deleteFrom('pending_builds')
    .where('dataset_id', '=', datasetId)
    .where('hash', '=', hash)
    .where(
      sql<boolean>`coalesce((
        select entries.companions from entries where entries.dataset_id = pending_builds.dataset_id
          and entries.path = pending_builds.path and entries.hash = pending_builds.hash),
        case path when ${path} then ${companions} end) = ${companions}`,
    )
    .returning(['path', 'hash'])
    .execute();
}

/** Removes what waits with these bytes. @returns what it was */
export async function deletePendingOf(
  db: Database,
  datasetId: string,
  hashes: readonly string[],
): Promise<PendingName[]> {
  if (hashes.length === 0) return [];
  return db
    .deleteFrom('pending_builds')
    .where('dataset_id', '=', datasetId)
    .where('hash', '=', anyOf(hashes, 'char(64)'))
    .returning(['path', 'hash'])
    .execute();
}

/** What names a row, and its marker. */
export type PendingName = Pick<PendingBuild, 'path' | 'hash'>;

/** Takes out the rows of these paths whose entries are gone, or have other bytes now. @returns them */
export async function takeStalePending(
  db: Database,
  datasetId: string,
  paths: readonly string[],
): Promise<PendingBuild[]> {
  if (paths.length === 0) return [];
  return db
    .deleteFrom('pending_builds')
    .where('dataset_id', '=', datasetId)
    .where('path', '=', anyOf(paths, 'text'))
    .where(
      sql<boolean>`not exists (
        select from entries where entries.dataset_id = pending_builds.dataset_id
          and entries.path = pending_builds.path and entries.hash = pending_builds.hash)`,
    )
    .returning(['path', 'hash', 'missing', 'last_attempt as lastAttempt'])
    .execute();
}

/** Takes out some rows of an entry and all below it. @returns them; none when there are no more */
export function takePendingTree(db: Database, datasetId: string, path: string, limit: number): Promise<PendingBuild[]> {
  return take(db, datasetId, rows(db, datasetId).where(inTree(path)).limit(limit).clearSelect().select('path'));
}

function take(
  db: Database,
  datasetId: string,
  paths: SelectQueryBuilder<Tables, 'pending_builds', { path: string }>,
): Promise<PendingBuild[]> {
  return db
    .deleteFrom('pending_builds')
    .where('dataset_id', '=', datasetId)
    .where('path', 'in', paths)
    .returning(['path', 'hash', 'missing', 'last_attempt as lastAttempt'])
    .execute();
}

export interface PendingEntry extends BuildKey {
  readonly path: string;
  readonly lastAttempt: Date;
}

/** What waits in a dataset, with the keys of the entries, in the order of paths behind one of them. */
export function listPending(
  db: Database,
  datasetId: string,
  after: string | undefined,
  limit: number,
): Promise<PendingEntry[]> {
  return withEntries(db, datasetId)
    .select([
      'pending_builds.dataset_id as datasetId',
      'pending_builds.path',
      'pending_builds.hash',
      'entries.companions',
      'pending_builds.last_attempt as lastAttempt',
    ])
    .$if(after !== undefined, (query) => query.where('pending_builds.path', '>', after!))
    .orderBy('pending_builds.path')
    .limit(limit)
    .execute();
}

/** Paths beyond which what waits is looked at whether or not it named one of them. */
const MANY_PATHS = 500;

/**
 * What waits for files that are all there, now that some of them came.
 *
 * @param came paths of files
 */
export function answeredPending(
  db: Database,
  datasetId: string,
  came: readonly string[],
): Promise<(BuildKey & { readonly path: string })[]> {
  return withEntries(db, datasetId)
    .select([
      'pending_builds.dataset_id as datasetId',
      'pending_builds.path',
      'pending_builds.hash',
      'entries.companions',
    ])
    .where(sql<boolean>`pending_builds.missing <> '[]'`)
    .$if(came.length <= MANY_PATHS, (query) =>
      query.where(sql<boolean>`pending_builds.missing ?| ${[...came]}::text[]`),
    )
    .where(
      sql<boolean>`not exists (
        select from jsonb_array_elements_text(pending_builds.missing) as wanted (path) where not exists (
          select from entries as there where there.dataset_id = pending_builds.dataset_id
            and there.path = wanted.path and there.hash is not null))`,
    )
    .execute();
}

export async function hasPending(db: Database, datasetId: string): Promise<boolean> {
  return (await rows(db, datasetId).limit(1).executeTakeFirst()) !== undefined;
}

/** Datasets behind an id with builds that wait or with controls of retries, in order. */
export async function datasetsWithPending(db: Database, after: string, limit: number): Promise<string[]> {
  const { rows: found } = await sql<{ id: string }>`
    select dataset_id as id from (
      select dataset_id from pending_builds union select dataset_id from retry_controls) waiting
    where dataset_id > ${after}::uuid order by dataset_id limit ${limit}::integer`.execute(db);
  return found.map(({ id }) => id);
}

/** What waits in a dataset, in the order of paths behind one of them. */
export function pendingRows(
  db: Database,
  datasetId: string,
  after: string | undefined,
  limit: number,
): Promise<PendingBuild[]> {
  return rows(db, datasetId)
    .$if(after !== undefined, (query) => query.where('path', '>', after!))
    .orderBy('path')
    .limit(limit)
    .execute();
}

export async function countPending(db: Database, datasetId: string): Promise<number> {
  const { waiting } = await db
    .selectFrom('pending_builds')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('dataset_id', '=', datasetId)
    .executeTakeFirstOrThrow();
  return Number(waiting);
}

/** For each of these hashes with each fingerprint something that waits, by key (`keyText`). */
export async function pendingOfKeys(
  db: Database,
  datasetId: string,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, PendingBuild>> {
  if (hashes.length === 0) return new Map();
  const found = await withEntries(db, datasetId)
    .distinctOn(['pending_builds.hash', 'entries.companions'])
    .select([
      'pending_builds.path',
      'pending_builds.hash',
      'missing',
      'last_attempt as lastAttempt',
      'entries.companions',
    ])
    .where('pending_builds.hash', '=', anyOf(hashes, 'char(64)'))
    .orderBy('pending_builds.hash')
    .orderBy('entries.companions')
    .orderBy('pending_builds.path')
    .execute();
  return new Map(found.map((row) => [keyText(row), row]));
}
