import { anyOf, type Database } from '../database/index.ts';

/** A finished output: what derived from these bytes, in the folder its version names. */
export interface OutputRow {
  readonly datasetId: string;
  readonly hash: string;
  readonly kind: string;
  readonly version: string;
}

const outputs = (db: Database) =>
  db.selectFrom('outputs').select(['dataset_id as datasetId', 'hash', 'kind', 'version']);

export function findOutput(
  db: Database,
  datasetId: string,
  hash: string,
  kind: string,
): Promise<OutputRow | undefined> {
  return outputs(db)
    .where('dataset_id', '=', datasetId)
    .where('hash', '=', hash)
    .where('kind', '=', kind)
    .executeTakeFirst();
}

export interface EntryOutput {
  readonly type: number;
  readonly hash: string | null;
  readonly polygonGeometry: object | null;
  /** Version of the output; null while it is not built. */
  readonly version: string | null;
}

/** An entry and one of its outputs, in one look: map tiles ask for it each time. */
export function findEntryOutput(
  db: Database,
  datasetId: string,
  path: string,
  kind: string,
): Promise<EntryOutput | undefined> {
  return db
    .selectFrom('entries')
    .leftJoin('outputs', (join) =>
      join
        .onRef('outputs.dataset_id', '=', 'entries.dataset_id')
        .onRef('outputs.hash', '=', 'entries.hash')
        .on('outputs.kind', '=', kind),
    )
    .select(['entries.type', 'entries.hash', 'entries.polygon_geom as polygonGeometry', 'outputs.version'])
    .where('entries.dataset_id', '=', datasetId)
    .where('entries.path', '=', path)
    .executeTakeFirst();
}

export async function builtHashes(
  db: Database,
  datasetId: string,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await outputs(db)
    .where('dataset_id', '=', datasetId)
    .where('hash', '=', anyOf(hashes, 'char(64)'))
    .execute();
  return new Set(rows.map(({ hash }) => hash));
}

/** Names a finished output, in place of an older one. @returns the version that is no longer named */
export async function replaceOutput(
  db: Database,
  output: OutputRow & { readonly sizeBytes: number },
): Promise<string | undefined> {
  const before = await findOutput(db, output.datasetId, output.hash, output.kind);
  const row = { version: output.version, size_bytes: output.sizeBytes, created_at: new Date() };
  await db
    .insertInto('outputs')
    .values({ dataset_id: output.datasetId, hash: output.hash, kind: output.kind, ...row })
    .onConflict((conflict) => conflict.columns(['dataset_id', 'hash', 'kind']).doUpdateSet(row))
    .execute();
  return before?.version;
}

/** @returns the versions that are no longer named */
export async function removeOutputs(db: Database, datasetId: string, hashes: readonly string[]): Promise<OutputRow[]> {
  if (hashes.length === 0) return [];
  return db
    .deleteFrom('outputs')
    .where('dataset_id', '=', datasetId)
    .where('hash', '=', anyOf(hashes, 'char(64)'))
    .returning(['dataset_id as datasetId', 'hash', 'kind', 'version'])
    .execute();
}

/** Of these versions, those that an output names. */
export async function namedVersions(db: Database, versions: readonly string[]): Promise<ReadonlySet<string>> {
  if (versions.length === 0) return new Set();
  const rows = await db.selectFrom('outputs').select('version').where('version', 'in', versions).execute();
  return new Set(rows.map(({ version }) => version));
}
