import { sql } from 'kysely';
import { anyOf, inTree, type Database } from '../database/index.ts';
import { keyText, type BuildKey } from './build-key.ts';
import type { OutputFacts } from './outputs/index.ts';

/** A finished output: what derived from these bytes and the files beside them, in the folder its version names. */
export interface OutputRow extends BuildKey {
  readonly kind: string;
  readonly version: string;
}

const COLUMNS = ['dataset_id as datasetId', 'hash', 'companions', 'kind', 'version'] as const;

const outputs = (db: Database) => db.selectFrom('outputs').select(COLUMNS);

/** All outputs of a key. */
export function keyOutputs(
  db: Database,
  { datasetId, hash, companions }: BuildKey,
): Promise<(OutputRow & { readonly sizeBytes: number })[]> {
  return outputs(db)
    .select('size_bytes as sizeBytes')
    .where('dataset_id', '=', datasetId)
    .where('hash', '=', hash)
    .where('companions', '=', companions)
    .execute();
}

/** All outputs of some keys, of whatever datasets. */
export async function outputsOfKeys(
  db: Database,
  keys: readonly BuildKey[],
): Promise<(OutputRow & { readonly sizeBytes: number })[]> {
  if (keys.length === 0) return [];
  const column = (name: keyof BuildKey): string[] => keys.map((key) => key[name]);
  const wanted = sql`select * from unnest(${column('datasetId')}::uuid[], ${column('hash')}::char(64)[], ${column('companions')}::text[])`;
  return outputs(db)
    .select('size_bytes as sizeBytes')
    .where(sql<boolean>`(dataset_id, hash, companions) in (${wanted})`)
    .execute();
}

/** When several outputs have the same bytes, the entry's own fingerprint comes first, then the newest. */
const inOrder = sql`(outputs.companions = entries.companions) desc, outputs.created_at desc`;

/** The output of some bytes; of those with different files beside them, that of an entry which still is so, else the newest. */
export async function findOutput(
  db: Database,
  datasetId: string,
  hash: string,
  kind: string,
): Promise<(OutputRow & { readonly path: string | null }) | undefined> {
  return (
    db
      .selectFrom('outputs')
      .leftJoin('entries', (join) =>
        join
          .onRef('entries.dataset_id', '=', 'outputs.dataset_id')
          .onRef('entries.hash', '=', 'outputs.hash')
          .onRef('entries.companions', '=', 'outputs.companions'),
      )
      .select(['entries.path', ...COLUMNS.map((column) => `outputs.${column}` as const)])
      .where('outputs.dataset_id', '=', datasetId)
      .where('outputs.hash', '=', hash)
      .where('outputs.kind', '=', kind)
      .orderBy(sql`entries.path is null`)
      // A file named by its bytes alone is the one with nothing beside it.
      .orderBy(sql`outputs.companions <> ''`)
      .orderBy('outputs.created_at', 'desc')
      .orderBy('entries.path')
      .limit(1)
      .executeTakeFirst()
  );
}

export interface EntryOutput {
  readonly path: string;
  readonly type: number;
  readonly hash: string | null;
  readonly polygonGeometry: object | null;
  /** Version of the output; null while it is not built. */
  readonly version: string | null;
}

/**
 * Outputs that are an entry's own, and those that were before: the old one serves until the new one stands. What others have,
 * or had, beside the same bytes it is not to show.
 */
const isItsOwn = sql<boolean>`outputs.companions in (entries.companions, entries.former_companions)`;

const entryOutputs = (db: Database, datasetId: string, kind: string) =>
  db
    .selectFrom('entries')
    .leftJoin('outputs', (join) =>
      join
        .onRef('outputs.dataset_id', '=', 'entries.dataset_id')
        .onRef('outputs.hash', '=', 'entries.hash')
        .on('outputs.kind', '=', kind)
        .on(isItsOwn),
    )
    .select([
      'entries.path',
      'entries.type',
      'entries.hash',
      'entries.polygon_geom as polygonGeometry',
      'outputs.version',
    ])
    .where('entries.dataset_id', '=', datasetId)
    .limit(1);

/** An entry and one of its outputs, in one look: map tiles ask for it each time. */
export function findEntryOutput(
  db: Database,
  datasetId: string,
  path: string,
  kind: string,
): Promise<EntryOutput | undefined> {
  return entryOutputs(db, datasetId, kind).where('entries.path', '=', path).orderBy(inOrder).executeTakeFirst();
}

/** The same of a file with these bytes that is, or lies below, a path; of several one that is built. */
export function findOutputBelow(
  db: Database,
  datasetId: string,
  hash: string,
  kind: string,
  below: string,
): Promise<EntryOutput | undefined> {
  return entryOutputs(db, datasetId, kind)
    .where('entries.hash', '=', hash)
    .where(inTree(below))
    .orderBy(sql`outputs.version is null`)
    .orderBy(inOrder)
    .executeTakeFirst();
}

/** Facts of what is built of an entry, by kind of output. */
export async function entryOutputFacts(
  db: Database,
  datasetId: string,
  path: string,
): Promise<ReadonlyMap<string, OutputFacts>> {
  const rows = await db
    .selectFrom('entries')
    .innerJoin('outputs', (join) =>
      join
        .onRef('outputs.dataset_id', '=', 'entries.dataset_id')
        .onRef('outputs.hash', '=', 'entries.hash')
        .on(isItsOwn),
    )
    .select(['outputs.kind', 'outputs.facts'])
    .where('entries.dataset_id', '=', datasetId)
    .where('entries.path', '=', path)
    .where('outputs.facts', 'is not', null)
    // The last one of a kind counts: that of the entry's own fingerprint.
    .orderBy(sql`(outputs.companions = entries.companions)`)
    .$castTo<{ readonly kind: string; readonly facts: OutputFacts }>()
    .execute();
  return new Map(rows.map(({ kind, facts }) => [kind, facts]));
}

/** Kinds of the outputs of these hashes, by key (`keyText`). */
export async function builtKinds(
  db: Database,
  datasetId: string,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const kinds = new Map<string, Set<string>>();
  if (hashes.length === 0) return kinds;
  const rows = await outputs(db)
    .where('dataset_id', '=', datasetId)
    .where('hash', '=', anyOf(hashes, 'char(64)'))
    .execute();
  for (const row of rows) {
    const key = keyText(row);
    kinds.set(key, (kinds.get(key) ?? new Set()).add(row.kind));
  }
  return kinds;
}

/** Names a finished output, in place of an older one. @returns the version that is no longer named */
export async function replaceOutput(
  db: Database,
  output: OutputRow & { readonly sizeBytes: number; readonly facts: OutputFacts | null },
): Promise<string | undefined> {
  const { datasetId, hash, companions, kind } = output;
  const before = (await keyOutputs(db, output)).find((row) => row.kind === kind);
  const facts = output.facts === null ? null : JSON.stringify(output.facts);
  const row = { version: output.version, size_bytes: output.sizeBytes, created_at: new Date(), facts };
  await db
    .insertInto('outputs')
    .values({ dataset_id: datasetId, hash, companions, kind, ...row })
    .onConflict((conflict) => conflict.columns(['dataset_id', 'hash', 'kind', 'companions']).doUpdateSet(row))
    .execute();
  return before?.version;
}

/** @returns the outputs that are no longer named */
export async function removeOutputs(db: Database, datasetId: string, hashes: readonly string[]): Promise<OutputRow[]> {
  if (hashes.length === 0) return [];
  return db
    .deleteFrom('outputs')
    .where('dataset_id', '=', datasetId)
    .where('hash', '=', anyOf(hashes, 'char(64)'))
    .returning(COLUMNS)
    .execute();
}

/** The versions of the list that an output names. */
export async function namedVersions(db: Database, versions: readonly string[]): Promise<ReadonlySet<string>> {
  if (versions.length === 0) return new Set();
  const rows = await db.selectFrom('outputs').select('version').where('version', 'in', versions).execute();
  return new Set(rows.map(({ version }) => version));
}
