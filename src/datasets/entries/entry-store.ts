import { type RawBuilder, sql } from 'kysely';
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

/** An entry with all below it, or the whole dataset (empty path), by path behind one of them. */
export function entriesBelow(
  db: Database,
  datasetId: string,
  { path, after, limit }: { readonly path: string; readonly after: string | undefined; readonly limit: number },
): Promise<EntryRow[]> {
  return entries(db, datasetId)
    .$if(path !== '', (query) => query.where(inTree(path)))
    .$if(after !== undefined, (query) => query.where('path', '>', after!))
    .orderBy('path')
    .limit(limit)
    .execute();
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

/** Rows of one statement: some ten milliseconds. */
const PIECE = 2000;

/** Writes entries, in place of those that have their paths; each path once. */
export async function putEntries(db: Database, datasetId: string, rows: readonly NewEntry[]): Promise<void> {
  for (let from = 0; from < rows.length; from += PIECE)
    await entriesWriting(db, datasetId, rows.slice(from, from + PIECE)).execute();
}

/** Columns that an entry gets anew when another takes its place. */
export const REPLACED = [
  ...(['hash', 'companions', 'type', 'properties', 'mtime', 'size', 'point_geom', 'polygon_geom'] as const),
  ...(['name', 'words', 'taken_at', 'bounds'] as const),
];
/** Those of them that tell where it lies. */
const PLACES = ['point_geom', 'polygon_geom', 'bounds'] as const;

/** What the same bytes were built with before they got other files beside them: that is served until they are built with those. */
const FORMER = sql<string | null>`case when entries.hash = excluded.hash then
  case when entries.companions <> excluded.companions and exists (
    select from outputs where outputs.dataset_id = entries.dataset_id
      and outputs.hash = entries.hash and outputs.companions = entries.companions)
  then entries.companions else entries.former_companions end end`;

/** The place that a build of the same bytes has found stays as long as its output, where their inspection finds none. */
const hasBuiltPlace = sql<boolean>`(excluded.bounds is null and entries.hash = excluded.hash
  and entries.companions = excluded.companions and entries.type = excluded.type and exists (
    select from outputs where outputs.dataset_id = entries.dataset_id
      and outputs.hash = entries.hash and outputs.companions = entries.companions and outputs.facts ? 'place'))`;
const kept = (column: (typeof PLACES)[number]): RawBuilder<unknown> =>
  sql`case when ${hasBuiltPlace} then ${sql.ref(`entries.${column}`)} else ${sql.ref(`excluded.${column}`)} end`;

/** Values of the columns of an entry whose place another takes. */
export const REPLACEMENT: Readonly<Record<string, RawBuilder<unknown>>> = {
  ...Object.fromEntries(REPLACED.map((column) => [column, sql.ref(`excluded.${column}`)])),
  ...Object.fromEntries(PLACES.map((column) => [column, kept(column)])),
  former_companions: FORMER,
};

/** An entry as columns of its table, all but the dataset. */
export function entryColumns<E extends NewEntry>(entry: E) {
  return {
    path: entry.path,
    parent: entry.parent,
    depth: entry.depth,
    hash: entry.hash as E['hash'],
    companions: entry.companions,
    type: entry.type,
    properties: toJson(entry.properties),
    mtime: entry.mtime,
    size: entry.size,
    point_geom: toJson(entry.pointGeometry),
    polygon_geom: toJson(entry.polygonGeometry),
    ...searchColumns(entry),
  };
}

/** Types of the columns of an entry. The elements of lists of boxes are divided by another character: they come as texts. */
const COLUMN_TYPES: Readonly<Record<keyof ReturnType<typeof entryColumns>, string>> = {
  path: 'text',
  parent: 'text',
  depth: 'smallint',
  hash: 'char(64)',
  companions: 'text',
  type: 'smallint',
  properties: 'jsonb',
  mtime: 'bigint',
  size: 'bigint',
  point_geom: 'jsonb',
  polygon_geom: 'jsonb',
  name: 'text',
  words: 'text',
  taken_at: 'timestamptz',
  bounds: 'text',
};
const COLUMNS = Object.keys(COLUMN_TYPES) as (keyof typeof COLUMN_TYPES)[];
const COLUMN_NAMES = sql.join(COLUMNS.map((column) => sql.ref(column)));

/**
 * The statement that writes entries, alone or as a part of another one. It has one parameter a column, so its text is the same
 * for any number of entries, and a connection that prepares statements plans it once.
 */
export function entriesWriting(db: Pick<Database, 'insertInto'>, datasetId: string, rows: readonly NewEntry[]) {
  const values = rows.map(entryColumns);
  const lists = COLUMNS.map(
    (column) => sql`${values.map((value) => value[column])}::${sql.raw(COLUMN_TYPES[column])}[]`,
  );
  const written = COLUMNS.map((column) => (column === 'bounds' ? sql`bounds::box` : sql.ref(column)));
  return db
    .insertInto('entries')
    .columns(['dataset_id', ...COLUMNS])
    .expression(
      sql`select ${datasetId}::uuid, ${sql.join(written)} from unnest(${sql.join(lists)}) entry (${COLUMN_NAMES})`,
    )
    .onConflict((conflict) => conflict.columns(['dataset_id', 'path']).doUpdateSet(REPLACEMENT));
}

/** Has the database learn how many entries there are, and of what kind: it plans by that. */
export async function measureEntries(db: Database): Promise<void> {
  await sql`analyze entries`.execute(db);
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

/** The hashes of the list that no entry of the dataset has (any more). */
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

/** The same for many, in an order of their own, so that two who take the same ones never wait for each other. */
export async function lockBlobs(db: Database, hashes: readonly string[]): Promise<void> {
  await sql`
    with keys as materialized (select key from unnest(${hashes.map(blobKey)}::bigint[]) key order by key)
    select pg_advisory_xact_lock(key) from keys`.execute(db);
}

/** The advisory lock of a blob: 60 bits of its hash, as a signed 64-bit key. */
export function blobKey(hash: string): string {
  return BigInt(`0x${hash.slice(0, 15)}`).toString();
}

/**
 * The hashes of the list that somebody needs: an entry of any dataset, an upload in pieces whose file is about to be placed,
 * a file that is staged in a running batch.
 */
export async function usedBlobs(db: Database, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  const asked = anyOf(hashes, 'char(64)');
  const arrived = db
    .selectFrom('resumable_uploads')
    .select('hash')
    .where('hash', '=', asked)
    .where('finished_at', 'is', null);
  const staged = db
    .selectFrom('upload_batch_entries as staged')
    .innerJoin('upload_batches as batch', 'batch.id', 'staged.batch_id')
    .select('staged.hash')
    .where('staged.hash', '=', asked)
    .where('batch.state', '=', 0);
  const placed = db.selectFrom('entries').select('hash').where('hash', '=', asked);
  const rows = await placed.union(arrived).union(staged).execute();
  return new Set(rows.flatMap(({ hash }) => hash ?? []));
}

export function toJson(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}
