import { sql, type RawBuilder } from 'kysely';
import { anyOf, type Database } from '../../database/index.ts';
import { conditionsOf, type Conditions, type EntryFilter } from './entry-filter.ts';
import type { EntryRow } from './entry-row.ts';

export interface FoundEntry extends EntryRow {
  readonly datasetId: string;
}

/** Where a page begins: behind this entry, whether it exists or not. */
export interface SearchPosition {
  readonly datasetId: string;
  readonly path: string;
}

export interface SearchPage {
  readonly after?: SearchPosition | undefined;
  readonly limit: number;
}

/** How much of each plan is tried. */
export interface SearchEffort {
  /** Rows looked at in the order of paths before indexes are asked. */
  readonly firstWalk: number;
  /** Matches that are gathered by an index and sorted. */
  readonly mostGathered: number;
  /** Rows that one step of a long walk looks at. */
  readonly step: number;
  /** From so many datasets on, a look into each of them costs more than one through an index of all. */
  readonly manyDatasets: number;
}

/**
 * A row costs one to three microseconds either way: some milliseconds find what one row in ten matches, which is less than an
 * index of letter triples takes, and a tenth of a second sorts what is gathered. Of more matches a walk meets a page soon, unless
 * they all lie at the end of the paths.
 */
const EFFORT: SearchEffort = { firstWalk: 1000, mostGathered: 100_000, step: 20_000, manyDatasets: 1000 };

/** What a walk's step into the next dataset costs, in rows. */
const DATASET_STEP = 5;

/**
 * Searches entries of these datasets, in the order of dataset ids and paths (by bytes).
 *
 * No one plan is good for every filter: what is frequent is met soon by walking in the order of paths, what is rare only by
 * an index that knows no such order. So it walks a little, then gathers and sorts what an index tells, and only when there
 * is too much of that, or no index, it walks on, as a page of so many must come soon.
 *
 * @throws `invalid-input` for a glob that is too long, and for too many words
 */
export async function searchEntries(
  db: Database,
  datasetIds: readonly string[],
  filter: EntryFilter,
  page: SearchPage,
  effort = EFFORT,
): Promise<FoundEntry[]> {
  return await find(wholeRow, { db, datasetIds, filter, page, effort });
}

/** Searches the entries of datasets: a page in the order of dataset ids and paths. */
export type EntrySearch = (
  datasetIds: readonly string[],
  filter: EntryFilter,
  page: SearchPage,
) => Promise<FoundEntry[]>;

export const createEntrySearch =
  (db: Database): EntrySearch =>
  (datasetIds, filter, page) =>
    searchEntries(db, datasetIds, filter, page);

/** As `searchEntries`, but tells only which entries they are: a page of them costs a tenth. */
export async function searchPositions(
  db: Database,
  datasetIds: readonly string[],
  filter: EntryFilter,
  page: SearchPage,
): Promise<SearchPosition[]> {
  return await find(position, { db, datasetIds, filter, page, effort: EFFORT });
}

/** As `searchEntries`, but tells these columns of the entries. They begin with `datasetId` and `path`. */
export async function searchColumns<Row extends SearchPosition>(
  columns: RawBuilder<Row>,
  db: Database,
  datasetIds: readonly string[],
  filter: EntryFilter,
  page: SearchPage,
): Promise<Row[]> {
  return await find(columns, { db, datasetIds, filter, page, effort: EFFORT });
}

interface Question {
  readonly db: Database;
  readonly datasetIds: readonly string[];
  readonly filter: EntryFilter;
  readonly page: SearchPage;
  readonly effort: SearchEffort;
}

async function find<Row extends SearchPosition>(
  columns: RawBuilder<Row>,
  { db, datasetIds, filter, page: { after, limit }, effort }: Question,
): Promise<Row[]> {
  const { firstWalk, mostGathered, step, manyDatasets } = effort;
  const conditions = conditionsOf(filter);
  const ids = [...new Set(datasetIds)].filter((id) => after === undefined || id >= after.datasetId).toSorted();
  if (ids.length === 0) return [];
  const search = { db, columns, ids, conditions, after, limit };
  if (conditions.picked.length === 0) return walk(search);
  const areMany = ids.length >= manyDatasets;
  const steps = areMany ? firstWalk / DATASET_STEP : firstWalk;
  const near = await walk(search, Math.max(Math.ceil(steps), limit));
  if (near.length === limit) return near;
  const gathered = conditions.indexed ? await gather(search, mostGathered, areMany) : undefined;
  return gathered ?? (ids.length === 1 ? walkInSteps(search, step) : walk(search));
}

interface Search<Row> extends SearchPage {
  readonly db: Database;
  /** What is told of entries. */
  readonly columns: RawBuilder<Row>;
  /** Datasets that are not before the page, in order. */
  readonly ids: readonly string[];
  readonly conditions: Conditions;
}

const all = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);

const position = sql<SearchPosition>`entries.dataset_id as "datasetId", entries.path`;

const wholeRow = sql<FoundEntry>`${position}, entries.hash, entries.type, entries.properties,
  entries.mtime, entries.size, entries.depth, entries.point_geom as "pointGeometry", entries.polygon_geom as "polygonGeometry",
  entries.companions`;

/**
 * Looks at entries in the order of datasets and paths until the page is full.
 *
 * @param most rows it looks at; all unless told
 */
async function walk<Row>({ db, columns, ids, conditions, after, limit }: Search<Row>, most?: number): Promise<Row[]> {
  const { walked, picked } = conditions;
  // Each dataset is walked for itself: then every version of the database keeps the order of its index, and stops early.
  const start = sql`case when dataset.id = ${after?.datasetId ?? null}::uuid then ${after?.path ?? ''}::text else '' end`;
  const looked = all([sql`entries.dataset_id = dataset.id`, sql`entries.path > ${start}`, ...walked]);
  const inOrder = (where: RawBuilder<unknown>, count: number) => sql`
    select step.* from (select id from unnest(${[...ids]}::uuid[]) id order by id) dataset
    cross join lateral (select entries.* from entries where ${where} order by entries.path limit ${count}::integer) step
    order by dataset.id, step.path limit ${count}::integer`;
  const page =
    most === undefined
      ? inOrder(all([looked, ...picked]), limit)
      : sql`select * from (${inOrder(looked, most)}) entries where ${all(picked)} limit ${limit}::integer`;
  const { rows: found } = await sql<Row>`
    select ${columns} from (${page}) entries order by entries.dataset_id, entries.path`.execute(db);
  return found;
}

/**
 * Looks at all entries of one dataset in the order of paths until the page is full. The embedded database answers one
 * statement at a time, so a million entries are looked at in many, and others are served in between.
 */
async function walkInSteps<Row>(
  { db, columns, ids, conditions, after, limit }: Search<Row>,
  most: number,
): Promise<Row[]> {
  const ofDataset = sql`entries.dataset_id = ${ids[0]}::uuid`;
  const met: string[] = [];
  for (let last = after?.path ?? ''; met.length < limit;) {
    const looked = all([ofDataset, sql`entries.path > ${last}`, ...conditions.walked]);
    const { rows } = await sql<{ readonly paths: readonly string[]; readonly count: number; readonly last: string }>`
      select coalesce(array_agg(path order by path) filter (where meets), '{}') as paths, count(*) as count, max(path) as last from (
        select path, ${all(conditions.picked)} as meets from entries where ${looked}
        order by path limit ${most}::integer) step`.execute(db);
    const [step] = rows;
    met.push(...step!.paths);
    if (step!.count < most) break;
    last = step!.last;
  }
  const { rows } = await sql<Row>`
    select ${columns} from entries where ${ofDataset} and path = ${anyOf(met.slice(0, limit), 'text')}
    order by path`.execute(db);
  return rows;
}

/** Gathers all matches by what indexes tell, and sorts them. @returns undefined when there are too many */
async function gather<Row>(
  { db, columns, ids, conditions, after, limit }: Search<Row>,
  most: number,
  areMany: boolean,
): Promise<Row[] | undefined> {
  const behind = after
    ? [sql`(entries.dataset_id, entries.path) > (${after.datasetId}::uuid, ${after.path}::text)`]
    : [];
  const inDatasets = ofDatasets(ids, conditions.acrossDatasets && areMany);
  const matching = all([inDatasets, ...behind, ...conditions.walked, ...conditions.picked]);
  // Counted and sorted from what is stored: a second look costs as much again where an index of triples is asked.
  const { rows: found } = await sql<Row & { matches?: number }>`
    with matches as materialized (
      select entries.dataset_id, entries.path from entries where ${matching} limit ${most + 1}::integer)
    select ${columns}, (select count(*) from matches) as matches
    from (select * from matches order by dataset_id, path limit ${limit}::integer) page
    join entries on entries.dataset_id = page.dataset_id and entries.path = page.path
    order by entries.dataset_id, entries.path`.execute(db);
  if ((found[0]?.matches ?? 0) > most) return undefined;
  for (const row of found) delete row.matches;
  return found;
}

/** @param asFilter for an index that finds entries of all datasets at once: what is no plain comparison, no index is asked */
function ofDatasets(ids: readonly string[], asFilter: boolean): RawBuilder<unknown> {
  if (ids.length === 1) return sql`entries.dataset_id = ${ids[0]}::uuid`;
  const among = sql`entries.dataset_id = any(${[...ids]}::uuid[])`;
  return asFilter ? sql`(${among}) is true` : among;
}
