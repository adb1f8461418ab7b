import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../database/index.ts';
import type { EntryRow } from './entry-row.ts';
import { presentBuild, type BuildState } from './entry.ts';

/** Which entries directly in a folder are meant, in the order of the bytes of their paths. */
export interface FolderPart {
  readonly type?: number | undefined;
  /** Only those behind this path. */
  readonly after?: string | undefined;
  /** None behind this path. */
  readonly until?: string | undefined;
  readonly limit: number;
}

/** Entries as they are answered, in JSON, with a comma between two of them. */
export interface EntryText {
  readonly text: string;
  readonly count: number;
  /** Path of the last one; null of none. */
  readonly last: string | null;
}

/** States of the builds of files, by hash; those without a state are absent. */
export type FindStates = (
  files: readonly Pick<EntryRow, 'hash' | 'type'>[],
) => Promise<ReadonlyMap<string, BuildState>>;

/**
 * Entries directly in a folder as `presentEntry` shows them, written by the database: 10,000 rows cost more than a tenth of
 * a second to be read into objects and written as JSON again.
 */
export async function readFolderText(
  db: Database,
  datasetId: string,
  folder: string,
  { type, after, until, limit }: FolderPart,
  findStates: FindStates,
): Promise<EntryText> {
  const {
    rows: [found],
  } = await sql<EntryText & { text: string | null }>`
    select string_agg(${entryJson}, ',' order by path) as text, count(*) as count, max(path) as last from (
      select * from entries where dataset_id = ${datasetId}::uuid and parent = ${folder}
        ${type === undefined ? sql`` : sql`and type = ${type}::smallint`}
        ${after === undefined ? sql`` : sql`and path > ${after}`}
        ${until === undefined ? sql`` : sql`and path <= ${until}`}
      order by path limit ${limit}::integer) entries`.execute(db);
  return { text: await withStates(found!.text ?? '', findStates), count: found!.count, last: found!.last };
}

/** @returns the last path of a page of a folder, and whether there is one behind it; undefined for a page that is not full */
export async function findPageEnd(
  db: Database,
  datasetId: string,
  folder: string,
  { type, after, limit }: FolderPart,
): Promise<{ readonly path: string; readonly isLast: boolean } | undefined> {
  const [end, behind] = await db
    .selectFrom('entries')
    .select('path')
    .where('dataset_id', '=', datasetId)
    .where('parent', '=', folder)
    .$if(type !== undefined, (query) => query.where('type', '=', type!))
    .$if(after !== undefined, (query) => query.where('path', '>', after!))
    .orderBy('path')
    .offset(limit - 1)
    .limit(2)
    .execute();
  return end && { path: end.path, isLast: behind === undefined };
}

const orNull = (value: RawBuilder<unknown>): RawBuilder<unknown> => sql`coalesce(${value}, 'null')`;

const featureJson = (column: string): RawBuilder<unknown> =>
  orNull(sql`'{"type":"Feature","crs":{"type":"name","properties":{"name":"EPSG:4326"}},"geometry":'
    || ${sql.ref(column)}::text || ',"properties":{}}'`);

/** Members of an entry that is no file, or nothing is built of. */
const NO_BUILD = JSON.stringify(presentBuild(undefined)).slice(1);

/** JSON of a row; a file has in place of its build a line that names it. No JSON text of the database holds a line break. */
const entryJson = sql`'{"path":' || to_json(path)::text || ',"hash":' || ${orNull(sql`'"' || hash || '"'`)}
  || ',"type":' || type || ',"properties":' || ${orNull(sql`properties::text`)} || ',"mtime":' || mtime
  || ',"size":' || size || ',"depth":' || depth || ',"point_geom":' || ${featureJson('point_geom')}
  || ',"polygon_geom":' || ${featureJson('polygon_geom')} || ','
  || coalesce(chr(10) || type || ':' || hash || chr(10), ${sql.lit(NO_BUILD)})`;

const FILE_LINE = /\n(\d+):([0-9a-f]{64})\n/g;

async function withStates(text: string, findStates: FindStates): Promise<string> {
  const files = Array.from(text.matchAll(FILE_LINE), ([, type, hash]) => ({
    type: Number(type) as EntryRow['type'],
    hash: hash!,
  }));
  const states = files.length === 0 ? new Map<string, BuildState>() : await findStates(files);
  if (states.size === 0) return text.replaceAll(FILE_LINE, NO_BUILD);
  return text.replaceAll(FILE_LINE, (_, _type, hash: string) =>
    JSON.stringify(presentBuild(states.get(hash))).slice(1),
  );
}
