import { sql } from 'kysely';
import type { Database } from '../../database/index.ts';
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

/**
 * What is built of entries, by `entryKey`. Only what is an entry's own: the same bytes beside other files (a world file, a mask)
 * are another raster.
 */
export async function builtFacts(
  db: Database,
  entries: readonly EntryName[],
): Promise<ReadonlyMap<string, BuiltFacts>> {
  if (entries.length === 0) return new Map();
  const [ids, paths] = [entries.map(({ datasetId }) => datasetId), entries.map(({ path }) => path)];
  const { rows } = await sql<EntryName & { readonly facts: BuiltFacts }>`
    select dataset_id as "datasetId", path, jsonb_object_agg(kind, facts) as facts
    from (
      select distinct on (entries.dataset_id, entries.path, outputs.kind)
        entries.dataset_id, entries.path, outputs.kind, outputs.facts
      from unnest(${ids}::uuid[], ${paths}::text[]) as asked (dataset_id, path)
      join entries using (dataset_id, path)
      join outputs on outputs.dataset_id = entries.dataset_id and outputs.hash = entries.hash
        and outputs.companions in (entries.companions, entries.former_companions)
      order by entries.dataset_id, entries.path, outputs.kind, (outputs.companions = entries.companions) desc
    ) as built
    group by dataset_id, path`.execute(db);
  return new Map(rows.map((row) => [entryKey(row), row.facts]));
}

export interface EntryName {
  readonly datasetId: string;
  readonly path: string;
}

export const entryKey = ({ datasetId, path }: EntryName): string => `${datasetId} ${path}`;
