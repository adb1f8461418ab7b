import { sql, type RawBuilder } from 'kysely';
import { anyOf, type Database } from '../../database/index.ts';
import type { BuildCandidate, EntryRow } from './entry-row.ts';
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

/** Entries as they are answered, in JSON, with a comma between two of them; the states of builds are still to be put in. */
export interface EntryText {
  readonly text: string;
  readonly count: number;
  /** Path of the last one; null of none. */
  readonly last: string | null;
}

/** States of the builds of files, by path; those without a state are absent. */
export type FindStates = (files: readonly BuildCandidate[]) => Promise<ReadonlyMap<string, BuildState>>;

/**
 * Entries directly in a folder.
 *
 * @param buildTypes types of files that something is built of
 */
export function readFolderText(
  db: Database,
  datasetId: string,
  folder: string,
  { type, after, until, limit }: FolderPart,
  buildTypes: readonly number[],
): Promise<EntryText> {
  const part = sql`parent = ${folder}
    ${type === undefined ? sql`` : sql`and type = ${type}::smallint`}
    ${after === undefined ? sql`` : sql`and path > ${after}`}
    ${until === undefined ? sql`` : sql`and path <= ${until}`}`;
  return readText(db, datasetId, part, limit, buildTypes);
}

/** The entries of these paths that there are, in the order of the bytes of their paths. */
export function readPathsText(
  db: Database,
  datasetId: string,
  paths: readonly string[],
  buildTypes: readonly number[],
): Promise<EntryText> {
  return readText(db, datasetId, sql`path = ${anyOf(paths, 'text')}`, paths.length, buildTypes);
}

/**
 * Entries as `presentEntry` shows them, written by the database: 10,000 rows cost more than a tenth of a second to be read
 * into objects and written as JSON again.
 */
async function readText(
  db: Database,
  datasetId: string,
  part: RawBuilder<unknown>,
  limit: number,
  buildTypes: readonly number[],
): Promise<EntryText> {
  const {
    rows: [found],
  } = await sql<EntryText & { text: string | null }>`
    select string_agg(${entryJson(buildTypes)}, ',' order by path) as text, count(*) as count, max(path) as last from (
      select * from entries where dataset_id = ${datasetId}::uuid and ${part}
      order by path limit ${limit}::integer) entries`.execute(db);
  return { text: found!.text ?? '', count: found!.count, last: found!.last };
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

/** Arguments of `concat`: a geometry as the Feature that `presentEntry` makes of it. */
const featureJson = (column: string): RawBuilder<unknown> => {
  const start = '{"type":"Feature","crs":{"type":"name","properties":{"name":"EPSG:4326"}},"geometry":';
  const geometry = sql.ref(column);
  return sql`case when ${geometry} is null then 'null' else ${sql.lit(start)} end, ${geometry},
    case when ${geometry} is not null then ',"properties":{}}' end`;
};

/** Members that tell of the build, without the braces around them. */
function buildMembers(state: BuildState | undefined): string {
  return JSON.stringify(presentBuild(state)).slice(1, -1);
}

const NO_BUILD = buildMembers(undefined);

/** Lines of a row that something is built of; its build takes their place. No JSON text of the database holds a line break. */
const buildLines = sql`concat_ws(chr(10), '', to_json(path), type, hash, companions, '')`;
const LINES = 4;

/** JSON of a row. One `concat`: with the operator each of twenty parts is copied by all that follow. */
const entryJson = (
  buildTypes: readonly number[],
): RawBuilder<unknown> => sql`concat('{"path":', to_json(path), ',"type":', type,
  ',"hash":', coalesce('"' || hash || '"', 'null'), ',',
  case when hash is not null and type = any(${[...buildTypes]}::smallint[]) then ${buildLines} else ${sql.lit(NO_BUILD)} end,
  ',"properties":', coalesce(properties, 'null'), ',"mtime":', mtime, ',"size":', size, ',"depth":', depth,
  ',"point_geom":', ${featureJson('point_geom')}, ',"polygon_geom":', ${featureJson('polygon_geom')}, '}')`;

/** Puts states of builds where their lines are. */
export async function withStates({ text }: EntryText, findStates: FindStates): Promise<string> {
  const parts = text.split('\n');
  if (parts.length === 1) return text;
  const files: BuildCandidate[] = [];
  const pieces = [parts[0]!];
  for (let at = 1; at < parts.length; at += LINES + 1) {
    const [path, type, hash, companions] = parts.slice(at, at + LINES) as [string, string, string, string];
    files.push({ path: JSON.parse(path) as string, type: Number(type) as EntryRow['type'], hash, companions });
    pieces.push(parts[at + LINES]!);
  }
  const states = await findStates(files);
  return pieces.reduce((whole, piece, index) => whole + buildMembers(states.get(files[index - 1]!.path)) + piece);
}
