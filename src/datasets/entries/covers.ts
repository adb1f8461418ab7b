import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../database/index.ts';
import type { EntryType } from '../../inspection/index.ts';

/** Files that may stand for their dataset where no file is named as its picture: thumbnails of them are drawn. */
export interface Cover {
  readonly type: EntryType;
  /** The output that the thumbnail is drawn from, so without it there is none. Absent: it is drawn from the file itself. */
  readonly output?: string;
  /** What its properties hold, as `@>` of PostgreSQL compares it. Absent: anything. */
  readonly holds?: object;
  /** Other kinds have better pictures. */
  readonly isLast?: true;
}

/** What lists of datasets tell of the files. */
export interface DatasetMarks {
  readonly datasetId: string;
  /** Those of the names that were asked for that stand at the root. */
  readonly names: readonly string[];
  readonly hasCover: boolean;
}

/** Marks of each dataset, in one look for all of them. @param names of files at the root */
export async function datasetMarks(
  db: Database,
  datasetIds: readonly string[],
  names: readonly string[],
  covers: readonly Cover[],
): Promise<ReadonlyMap<string, DatasetMarks>> {
  const { rows } = await sql<DatasetMarks>`
    select dataset.id as "datasetId",
      array(select path from entries where dataset_id = dataset.id and path = any(${[...names]}::text[])) as names,
      exists (select from ${kindsOf(withoutNarrower(covers))}, lateral ${coversIn(sql`dataset.id`, 1)} as found) as "hasCover"
    from unnest(${[...datasetIds]}::uuid[]) as dataset (id)`.execute(db);
  return new Map(rows.map((row) => [row.datasetId, row]));
}

/** Paths of the first files that may stand for the dataset, by the order of the covers, then by path. */
export async function coverPaths(
  db: Database,
  datasetId: string,
  covers: readonly Cover[],
  most: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ path: string }>`
    select found.path from ${kindsOf(covers)}, lateral ${coversIn(sql`${datasetId}::uuid`, most)} as found
    group by found.path order by min(cover.place), found.path limit ${most}`.execute(db);
  return rows.map(({ path }) => path);
}

/** Whether there is one at all: what another cover takes, too, needs no look of its own. */
const withoutNarrower = (covers: readonly Cover[]): readonly Cover[] =>
  covers.filter(
    ({ type, output, holds }) =>
      holds === undefined ||
      !covers.some((other) => other.type === type && other.output === output && other.holds === undefined),
  );

/** The covers as a table. */
const kindsOf = (covers: readonly Cover[]): RawBuilder<unknown> =>
  sql`unnest(${covers.map(({ type }) => type)}::smallint[], ${covers.map(({ output }) => output ?? '')}::text[],
    ${covers.map(({ holds }) => JSON.stringify(holds ?? {}))}::text[])
    with ordinality as cover (type, output, holds, place)`;

/** Entries of a type that are looked at in one dataset: a dataset may have a million of them, none of them built yet. */
const LOOKED_AT = 1000;

/**
 * Paths of the first entries of the cover's type that are built where they have to be, by whatever is served of them. Of a
 * `case` PostgreSQL expects that it is often true, of `@>` that it hardly ever is: then it reads all entries at once.
 */
const coversIn = (datasetId: RawBuilder<unknown>, most: number): RawBuilder<unknown> => sql`(
  select entry.path from (
    select dataset_id, path, hash, companions, former_companions, properties from entries
    where dataset_id = ${datasetId} and entries.type = cover.type order by path limit ${LOOKED_AT}) as entry
  where case when coalesce(entry.properties, '{}') @> cover.holds::jsonb then true else false end and (cover.output = '' or exists (
    select from outputs where outputs.dataset_id = entry.dataset_id and outputs.hash = entry.hash
      and outputs.kind = cover.output and outputs.companions in (entry.companions, entry.former_companions)))
  order by entry.path limit ${most})`;
