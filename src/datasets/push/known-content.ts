import { extname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../database/index.ts';
import type { BatchRef } from '../staging/batch-store.ts';
import { depthOf, parentOf } from '../entries/entry-path.ts';
import { UNKNOWN_COMPANIONS } from '../entries/entry-row.ts';
import { foldName } from '../entries/search-columns.ts';
import { isStaged, PUSH_PAGE } from './push-store.ts';

/** A file of a push whose bytes are known already, of another path. */
interface KnownFile {
  readonly path: string;
  readonly hash: string;
  readonly size: number;
  /** A path of the same bytes, and whether that is an entry or was sent with the push. */
  readonly source: string;
  readonly isEntry: boolean;
}

/** A file that is not staged; without a source when nobody has sent its bytes. */
type UnstagedFile = KnownFile | { readonly path: string; readonly source: null };

/**
 * Stages the files of a push that were not sent because their bytes are known: what lay elsewhere in the dataset, or was
 * sent for another path. They are taken for what they were there; only under another extension they are looked at again.
 *
 * @param inspect stages one that may be something else by its new name
 * @returns how many
 */
export async function stageKnown(
  db: Database,
  batch: BatchRef,
  inspect: (path: string, file: { readonly hash: string; readonly size: number }) => Promise<void>,
): Promise<number> {
  let count = 0;
  for (let after: string | undefined = ''; after !== undefined;) {
    const page: readonly UnstagedFile[] = await findKnown(db, batch, after);
    const files = page.filter((file): file is KnownFile => file.source !== null);
    const isAlike = ({ path, source }: KnownFile): boolean =>
      extname(path).toLowerCase() === extname(source).toLowerCase();
    await copyFacts(db, batch, files.filter(isAlike));
    for (const { path, hash, size } of files.filter((file) => !isAlike(file))) await inspect(path, { hash, size });
    count += files.length;
    after = page.length < PUSH_PAGE ? undefined : page.at(-1)!.path;
    await setImmediate();
  }
  return count;
}

/** Places of the same bytes that are looked at for one of the same extension: a dataset may have a hundred thousand files without a byte. */
const MOST_PLACES = 100;

/** Files that are not staged, behind one of them, and where their bytes are: of the same extension if there is such a place. */
async function findKnown(db: Database, { id, datasetId }: BatchRef, after: string): Promise<UnstagedFile[]> {
  const extension = (path: string) => sql`coalesce(lower(substring(${sql.ref(path)} from '\\.[^./]*$')), '')`;
  const entries = sql`select path, size, true as "isEntry" from entries
    where entries.hash = wanted.hash and (entries.dataset_id = ${datasetId}::uuid) is true`;
  const sent = sql`select path, size, false from upload_batch_entries staged
    where staged.hash = wanted.hash and (staged.batch_id = ${id}::uuid) is true`;
  const alike = (places: RawBuilder<unknown>) => sql`
    select * from (${places} limit ${MOST_PLACES}) places where ${extension('places.path')} = wanted.extension`;
  // Asked in this order until one answers: to compare all places of all hashes takes as long as to stage the files.
  const { rows } = await sql<UnstagedFile>`
    with page as materialized (
      select added.path, added.hash, ${extension('added.path')} as extension from push_adds added ${isStaged}
      where added.batch_id = ${id}::uuid and added.path > ${after} and added.hash is not null and staged.found is null
      order by added.path limit ${PUSH_PAGE}),
    wanted as materialized (select distinct hash, extension from page),
    known as materialized (
      select wanted.hash, wanted.extension, place.* from wanted cross join lateral (
        (${alike(entries)}) union all (${alike(sent)}) union all (${entries}) union all (${sent}) limit 1) place)
    select page.path, page.hash::text as hash, known.size, known.path as source, known."isEntry"
    from page left join known using (hash, extension) order by page.path`.execute(db);
  return rows;
}

/** What a file is taken over as, its time included. */
const FACTS = sql.raw('hash, type, properties, mtime, size, point_geom, polygon_geom, words, taken_at, bounds');

async function copyFacts(db: Database, batch: BatchRef, files: readonly KnownFile[]): Promise<void> {
  const sources = { entries: files.filter(({ isEntry }) => isEntry), sent: files.filter(({ isEntry }) => !isEntry) };
  await copyFrom(db, batch, sql`entries where entries.dataset_id = ${batch.datasetId}::uuid`, sources.entries);
  await copyFrom(db, batch, sql`upload_batch_entries where batch_id = ${batch.id}::uuid`, sources.sent);
}

async function copyFrom(
  db: Database,
  { id }: BatchRef,
  table: ReturnType<typeof sql>,
  files: readonly KnownFile[],
): Promise<void> {
  if (files.length === 0) return;
  const column = (of: (file: KnownFile) => unknown): unknown[] => files.map(of);
  // Each source is looked up once. What lay beside it need not have come along.
  await sql`
    with file as materialized (
      select * from unnest(${column(({ path }) => path)}::text[], ${column(({ path }) => parentOf(path))}::text[],
        ${column(({ path }) => depthOf(path))}::smallint[], ${column(({ path }) => foldName(path))}::text[],
        ${column(({ source }) => source)}::text[]) as file (path, parent, depth, name, source)),
    known as materialized (
      select source, facts.* from (select distinct source from file) sources
      cross join lateral (select companions, ${FACTS} from ${table} and path = source limit 1) facts)
    insert into upload_batch_entries (batch_id, path, parent, depth, name, companions, ${FACTS})
    select ${id}::uuid, file.path, file.parent, file.depth, file.name,
      case when companions <> '' then ${UNKNOWN_COMPANIONS} else '' end, ${FACTS}
    from file join known using (source)
    on conflict (batch_id, path) do nothing`.execute(db);
}
