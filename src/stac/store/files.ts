import { sql } from 'kysely';
import { anyOf, type Database } from '../../database/index.ts';
import type { OutputFacts } from '../../builds/index.ts';
import type { EntryRow } from '../../datasets/index.ts';

/** A file without a place. */
export type LooseFile = Pick<EntryRow, 'path' | 'hash' | 'size' | 'type' | 'mtime'>;

/** The first files of a dataset that have no place, by path. */
export function looseFiles(db: Database, datasetId: string, limit: number): Promise<LooseFile[]> {
  return db
    .selectFrom('entries')
    .select(['path', 'hash', 'size', 'type', 'mtime'])
    .$castTo<LooseFile>()
    .where('dataset_id', '=', datasetId)
    .where('bounds', 'is', null)
    .where('hash', 'is not', null)
    .orderBy('path')
    .limit(limit)
    .execute();
}

/** Paths of the first entries of a dataset that have a place. */
export async function placedPaths(db: Database, datasetId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('entries')
    .select('path')
    .where('dataset_id', '=', datasetId)
    .where('bounds', 'is not', null)
    .orderBy('path')
    .limit(limit)
    .execute();
  return rows.map(({ path }) => path);
}

/** Facts of what is built, by kind of output; null of an output without facts. */
export type BuiltFacts = Readonly<Record<string, OutputFacts | null>>;

/** What is built of files, by dataset and hash (see `outputKey`). */
export async function builtFacts(
  db: Database,
  files: readonly { readonly datasetId: string; readonly hash: string | null }[],
): Promise<ReadonlyMap<string, BuiltFacts>> {
  const hashes = [...new Set(files.flatMap(({ hash }) => hash ?? []))];
  const ids = [...new Set(files.map(({ datasetId }) => datasetId))];
  if (hashes.length === 0) return new Map();
  const rows = await db
    .selectFrom('outputs')
    .select(['dataset_id as datasetId', 'hash', sql<BuiltFacts>`jsonb_object_agg(kind, facts)`.as('facts')])
    .where('dataset_id', '=', anyOf(ids, 'uuid'))
    .where('hash', '=', anyOf(hashes, 'char(64)'))
    .groupBy(['dataset_id', 'hash'])
    .execute();
  return new Map(rows.map((row) => [outputKey(row), row.facts]));
}

export function outputKey({ datasetId, hash }: { readonly datasetId: string; readonly hash: string | null }): string {
  return `${datasetId} ${hash ?? ''}`;
}
