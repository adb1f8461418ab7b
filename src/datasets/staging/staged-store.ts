import { sql, type RawBuilder } from 'kysely';
import { anyOf, type Database } from '../../database/index.ts';
import type { BuildCandidate, NewEntry } from '../entries/entry-row.ts';
import { entryColumns, REPLACED, REPLACEMENT } from '../entries/entry-store.ts';
import type { StoredFile } from '../objects/file-storage.ts';
import { RUNNING } from './batch-store.ts';

/** A file that is to become an entry. */
export type StagedEntry = NewEntry & StoredFile;

/** Columns that a file which takes the place of another one gets anew. */
const ANEW = [...REPLACED, 'seen', 'added_at'] as const;

/** Stages files in place of those of their paths; each path once. */
export async function putStaged(
  transaction: Database,
  batchId: string,
  files: readonly { readonly entry: StagedEntry; readonly seen: ReadonlyMap<string, string | null> }[],
): Promise<void> {
  const values = files.map(({ entry, seen }) => ({
    batch_id: batchId,
    ...entryColumns(entry),
    seen: seen.size === 0 ? null : JSON.stringify(Object.fromEntries(seen)),
    added_at: sql<Date>`now()`,
  }));
  await transaction
    .insertInto('upload_batch_entries')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .columns(['batch_id', 'path'])
        .doUpdateSet((eb) => Object.fromEntries(ANEW.map((column) => [column, eb.ref(`excluded.${column}`)]))),
    )
    .execute();
}

/** Files staged at these paths. */
export function findStaged(
  db: Database,
  batchId: string,
  paths: readonly string[],
): Promise<(StoredFile & { readonly path: string })[]> {
  return db
    .selectFrom('upload_batch_entries')
    .select(['path', 'hash', 'size'])
    .where('batch_id', '=', batchId)
    .where('path', '=', anyOf(paths, 'text'))
    .execute();
}

/** Files whose rows one statement removes: some ten milliseconds. */
const PIECE = 2000;

/** Takes the files out of a batch that has ended, some thousand at a time; of one that runs none. Tells their hashes. */
export async function* deleteStaged(db: Database, batchId: string): AsyncGenerator<readonly string[]> {
  for (let after: string | null = ''; after !== null;) {
    const { rows } = await sql<RemovedPiece>`
      with gone as (
        delete from upload_batch_entries where ctid = any(array(
          select staged.ctid from upload_batch_entries staged
          join upload_batches batch on batch.id = staged.batch_id and batch.state <> ${RUNNING}
          where staged.batch_id = ${batchId}::uuid and staged.path > ${after} order by staged.path limit ${PIECE}))
        returning path, hash)
      select max(path) as last, coalesce(array_agg(distinct hash::text), '{}') as hashes from gone`.execute(db);
    const { last, hashes }: RemovedPiece = rows[0]!;
    if (hashes.length > 0) yield hashes;
    after = last;
  }
}

interface RemovedPiece {
  /** The last path; null when there was none. */
  readonly last: string | null;
  readonly hashes: readonly string[];
}

/** Folders that hold the files of a batch. */
export async function stagedParents(db: Database, batchId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('upload_batch_entries')
    .select('parent')
    .distinct()
    .where('batch_id', '=', batchId)
    .where('parent', '<>', '')
    .execute();
  return rows.map(({ parent }) => parent);
}

/** A staged file whose path is that of a folder of the batch or of the dataset. */
export async function stagedOnFolder(
  transaction: Database,
  { id, datasetId }: { readonly id: string; readonly datasetId: string },
  folders: readonly string[],
): Promise<string | undefined> {
  const { rows } = await sql<{ path: string }>`
    select staged.path from upload_batch_entries staged
    left join entries on entries.dataset_id = ${datasetId}::uuid and entries.path = staged.path
    where staged.batch_id = ${id}::uuid
      and (staged.path = ${anyOf(folders, 'text')} or (entries.path is not null and entries.hash is null))
    order by staged.path limit 1`.execute(transaction);
  return rows[0]?.path;
}

/** What the files of a batch are, and what of the dataset they replace. */
export interface StagedSums {
  readonly files: number;
  readonly bytes: number;
  readonly replacedFiles: number;
  readonly replacedBytes: number;
  /** Hashes of replaced files that get other bytes. */
  readonly replacedHashes: readonly string[];
}

export async function stagedSums(
  transaction: Database,
  { id, datasetId }: { readonly id: string; readonly datasetId: string },
): Promise<StagedSums> {
  const { rows } = await sql<StagedSums>`
    select count(*) as files, coalesce(sum(staged.size), 0)::bigint as bytes,
      count(entries.path) as "replacedFiles", coalesce(sum(entries.size), 0)::bigint as "replacedBytes",
      coalesce(array_agg(distinct entries.hash::text) filter (where entries.hash <> staged.hash), '{}') as "replacedHashes"
    from upload_batch_entries staged
    left join entries on entries.dataset_id = ${datasetId}::uuid and entries.path = staged.path
    where staged.batch_id = ${id}::uuid`.execute(transaction);
  return rows[0]!;
}

/**
 * Makes the files of a batch entries of the dataset, in place of those that have their paths; indexes like them in order.
 *
 * @param replaces whether any has the path of an entry: to look for one by each path takes an eighth to a third of the insert
 */
export async function insertStaged(
  transaction: Database,
  { id, datasetId }: { readonly id: string; readonly datasetId: string },
  replaces: boolean,
): Promise<void> {
  const columns = sql.join(['path', 'parent', 'depth', ...REPLACED].map((column) => sql.ref(column)));
  const replaced = Object.entries(REPLACEMENT).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  const replacing = sql`on conflict (dataset_id, path) do update set ${sql.join(replaced)}`;
  await sql`
    insert into entries (dataset_id, ${columns})
    select ${datasetId}::uuid, ${columns} from upload_batch_entries where batch_id = ${id}::uuid order by path
    ${replaces ? replacing : sql``}`.execute(transaction);
}

/** Files of a batch of some types. */
export function stagedOfTypes(
  transaction: Database,
  batchId: string,
  types: readonly number[],
): Promise<BuildCandidate[]> {
  return transaction
    .selectFrom('upload_batch_entries')
    .select(['path', 'hash', 'companions', 'type'])
    .where('batch_id', '=', batchId)
    .where('type', '=', sql<number>`any(${[...types]}::smallint[])`)
    .orderBy('path')
    .$castTo<BuildCandidate>()
    .execute();
}

/** Paths of a batch, and whether what their inspection saw beside them is there no more as it was, or came since. */
export async function stagedChanges(
  transaction: Database,
  { id, datasetId }: { readonly id: string; readonly datasetId: string },
  condition: RawBuilder<boolean>,
): Promise<{ readonly path: string; readonly itself: boolean }[]> {
  // One join of all files: asked for each file apart, the database may look at all entries for each.
  const { rows } = await sql<{ path: string; itself: boolean }>`
    with staged as (select path, seen from upload_batch_entries where batch_id = ${id}::uuid and ${condition}),
    changed as materialized (
      select staged.path from staged cross join jsonb_each_text(staged.seen) beside
      left join entries on entries.dataset_id = ${datasetId}::uuid and entries.path = beside.key
      where entries.hash::text is distinct from beside.value)
    select path, path in (select path from changed) as itself from staged order by path`.execute(transaction);
  return rows;
}
