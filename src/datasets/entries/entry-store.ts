import { sql } from 'kysely';
import { anyOf, inTree, type Database } from '../../database/index.ts';
import type { EntryRow, NewEntry } from './entry-row.ts';
import { searchColumns } from './search-columns.ts';

const entries = (db: Database, datasetId: string) =>
  db
    .selectFrom('entries')
    .select([
      'path',
      'hash',
      'type',
      'properties',
      'mtime',
      'size',
      'depth',
      'point_geom as pointGeometry',
      'polygon_geom as polygonGeometry',
      'companions',
    ])
    .$castTo<EntryRow>()
    .where('dataset_id', '=', datasetId);

export function findEntry(db: Database, datasetId: string, path: string): Promise<EntryRow | undefined> {
  return entries(db, datasetId).where('path', '=', path).executeTakeFirst();
}

/** The entries of given paths, in no order. */
export function findEntries(db: Database, datasetId: string, paths: readonly string[]): Promise<EntryRow[]> {
  if (paths.length === 0) return Promise.resolve([]);
  return entries(db, datasetId).where('path', '=', anyOf(paths, 'text')).execute();
}

/** Which of these names each dataset has an entry of at its root, by dataset. */
export async function rootNames(
  db: Database,
  datasetIds: readonly string[],
  names: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const rows = await db
    .selectFrom('entries')
    .select(['dataset_id as datasetId', 'path'])
    .where('dataset_id', '=', anyOf(datasetIds, 'uuid'))
    .where('path', 'in', names)
    .execute();
  const byDataset = new Map<string, Set<string>>(datasetIds.map((id) => [id, new Set()]));
  for (const { datasetId, path } of rows) byDataset.get(datasetId)?.add(path);
  return byDataset;
}

/** Bytes in a dataset, and which of the entries that have them are meant. */
export interface EntryKey {
  readonly datasetId: string;
  readonly hash: string;
  /** Only with this fingerprint. */
  readonly companions?: string;
  /** Rather of these types: bytes can be of one by one name and of another by another. */
  readonly types?: readonly number[];
}

/** The entry of a path if the key is its own, else any other of the dataset that has it. */
export function findKeyEntry(
  db: Database,
  { datasetId, hash, companions, types = [] }: EntryKey,
  path = '',
): Promise<(EntryRow & { readonly hash: string }) | undefined> {
  return entries(db, datasetId)
    .where('hash', '=', hash)
    .$if(companions !== undefined, (query) => query.where('companions', '=', companions!))
    .orderBy(sql`type <> all(${[...types]}::smallint[])`)
    .orderBy(sql`path <> ${path}`)
    .orderBy('path')
    .limit(1)
    .$narrowType<{ hash: string }>()
    .executeTakeFirst();
}

/** Writes an entry, in place of one that has its path. */
export async function putEntry(db: Database, datasetId: string, entry: NewEntry): Promise<void> {
  await putEntries(db, datasetId, [entry]);
}

/** Writes entries, in place of those that have their paths; each path once. */
export async function putEntries(db: Database, datasetId: string, rows: readonly NewEntry[]): Promise<void> {
  if (rows.length > 0) await entriesWriting(db, datasetId, rows).execute();
}

/** Columns that an entry gets anew when another takes its place. */
const REPLACED = [
  ...(['hash', 'companions', 'type', 'properties', 'mtime', 'size', 'point_geom', 'polygon_geom'] as const),
  ...(['name', 'words', 'taken_at', 'bounds'] as const),
];

/** What the same bytes were built with before they got other files beside them: that is served until they are built with those. */
const FORMER = sql<string | null>`case when entries.hash = excluded.hash then
  case when entries.companions <> excluded.companions and exists (
    select from outputs where outputs.dataset_id = entries.dataset_id
      and outputs.hash = entries.hash and outputs.companions = entries.companions)
  then entries.companions else entries.former_companions end end`;

/** The statement that writes entries, alone or as a part of another one. */
export function entriesWriting(db: Pick<Database, 'insertInto'>, datasetId: string, rows: readonly NewEntry[]) {
  const values = rows.map((entry) => ({
    dataset_id: datasetId,
    path: entry.path,
    parent: entry.parent,
    depth: entry.depth,
    hash: entry.hash,
    companions: entry.companions,
    type: entry.type,
    properties: toJson(entry.properties),
    mtime: entry.mtime,
    size: entry.size,
    point_geom: toJson(entry.pointGeometry),
    polygon_geom: toJson(entry.polygonGeometry),
    ...searchColumns(entry),
  }));
  return db
    .insertInto('entries')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['dataset_id', 'path']).doUpdateSet((eb) => ({
        ...Object.fromEntries(REPLACED.map((column) => [column, eb.ref(`excluded.${column}`)])),
        former_companions: FORMER,
      })),
    );
}

/** Whether an entry at or below a path (empty: anywhere in the dataset) has these bytes. */
export async function treeHasHash(db: Database, datasetId: string, path: string, hash: string): Promise<boolean> {
  const found = await db
    .selectFrom('entries')
    .select('path')
    .where('dataset_id', '=', datasetId)
    .where('hash', '=', hash)
    .$if(path !== '', (query) => query.where(inTree(path)))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Of these hashes, those that no entry of the dataset has (any more). */
export async function unusedHashes(db: Database, datasetId: string, hashes: readonly string[]): Promise<string[]> {
  if (hashes.length === 0) return [];
  const used = await db
    .selectFrom('entries')
    .select('hash')
    .distinct()
    .where('dataset_id', '=', datasetId)
    .where('hash', '=', anyOf(hashes, 'char(64)'))
    .execute();
  const inUse = new Set(used.map(({ hash }) => hash));
  return hashes.filter((hash) => !inUse.has(hash));
}

/** Holds the clean-up off these bytes until the transaction ends: who takes this lock sees the blob or its absence for good. */
export async function lockBlob(db: Database, hash: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${blobKey(hash)}::bigint)`.execute(db);
}

/** The advisory lock of a blob: 60 bits of its hash, as a signed 64-bit key. */
export function blobKey(hash: string): string {
  return BigInt(`0x${hash.slice(0, 15)}`).toString();
}

/** Of these hashes, those that an entry of any dataset has, or an upload in pieces whose file is about to be placed. */
export async function usedBlobs(db: Database, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  const asked = anyOf(hashes, 'char(64)');
  const arrived = db
    .selectFrom('resumable_uploads')
    .select('hash')
    .where('hash', '=', asked)
    .where('finished_at', 'is', null);
  const rows = await db.selectFrom('entries').select('hash').where('hash', '=', asked).union(arrived).execute();
  return new Set(rows.flatMap(({ hash }) => hash ?? []));
}

function toJson(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}
