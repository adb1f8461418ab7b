import { sql, type RawBuilder } from 'kysely';
import { isIndexed } from '../datasets/index.ts';
import type { FileEffort, Hit, Reach } from './file-reach.ts';
import type { Question } from './question.ts';
import type { Ask } from './time-limit.ts';

interface Part {
  readonly start: Hit | undefined;
  readonly limit: number;
}

/** Entries that a statement looked at: those that match, and where it stopped. */
interface Looked {
  readonly count: number;
  readonly hits: readonly Hit[];
  readonly last: Hit | null;
}

/**
 * Entries whose names hold the words but do not begin with the text, in the order of datasets and paths.
 *
 * What is frequent is met soon by walking in that order; what is rare is told by the index of letter triples, which knows no
 * order and no rights. So it walks a little, then asks the index, and walks on where that tells too much or takes too long. Of words
 * that no index is asked for it tells what it met on a walk of bounded length: those of one and two letters, and all in a large
 * embedded database, which could not end a statement that looks at every name with these triples.
 */
export async function partsOfNames(
  ask: Ask,
  reach: Reach,
  question: Question,
  { start, limit }: Part,
  { firstWalk, mostGathered, gatherMs, mostEmbedded, step, mostWalked }: FileEffort,
): Promise<readonly Hit[]> {
  const matches = matching(question);
  const near = await walk(ask, reach, matches, { start, limit }, firstWalk);
  if (near.hits.length === limit || near.count < firstWalk) return near.hits;
  await ask.next();
  const asksIndex =
    question.words.some((word) => isIndexed(`*${word}*`)) &&
    (!ask.embedded || (await countEntries(ask)) <= mostEmbedded);
  if (asksIndex) {
    const gathered = await ask.attempt(gatherMs, () => gather(ask, reach, matches, { start, limit }, mostGathered));
    if (gathered !== undefined) return gathered;
  }
  const met = [...near.hits];
  const most = asksIndex ? Infinity : mostWalked;
  for (let { last, count } = near; met.length < limit && last !== null && count < most;) {
    await ask.next();
    const looked = await walk(ask, reach, matches, { start: last, limit: limit - met.length }, step);
    met.push(...looked.hits);
    last = looked.count < step ? null : looked.last;
    count += looked.count;
  }
  return met;
}

function matching({ patterns, text, textEnd }: Question): RawBuilder<unknown> {
  const parts = sql.join(
    patterns.map((pattern) => sql`entries.name like ${pattern}`),
    sql` and `,
  );
  return sql`(${parts} and not (entries.name >= ${text} and entries.name < ${textEnd}))`;
}

const hitOf = (row: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`json_build_object('datasetId', ${row}.dataset_id, 'name', ${row}.name, 'path', ${row}.path)`;

/** Looks at so many entries behind the start, in the order of datasets and paths. */
async function walk(
  { db }: Ask,
  { readable, inside }: Reach,
  matches: RawBuilder<unknown>,
  { start, limit }: Part,
  most: number,
): Promise<Looked> {
  const id = sql`${start?.datasetId ?? null}::uuid`;
  // Each dataset is walked for itself: then the database keeps the order of its index, and stops early.
  const { rows } = await sql<Looked>`
    with ${readable},
    entries as materialized (
      select dataset.id as dataset_id, step.path, step.name
      from (select id from readable where ${id} is null or id >= ${id} order by id) dataset
      cross join lateral (
        select path, name from entries
        where dataset_id = dataset.id and path > case when dataset.id = ${id} then ${start?.path ?? ''}::text else '' end and ${inside}
        order by path limit ${most}::integer) step
      order by dataset.id, step.path limit ${most}::integer),
    page as (select * from entries where ${matches} order by dataset_id, path limit ${limit}::integer)
    select (select count(*)::integer from entries) as count,
      coalesce((select json_agg(${hitOf(sql`page`)} order by dataset_id, path) from page), '[]') as hits,
      (select ${hitOf(sql`entries`)} from entries order by dataset_id desc, path desc limit 1) as last`.execute(db);
  return rows[0]!;
}

/** Entries of all datasets, as the index knows them all. */
async function countEntries({ db }: Ask): Promise<number> {
  const { rows } = await sql<{ readonly count: number }>`
    select coalesce(sum(entry_count), 0)::float8 as count from datasets`.execute(db);
  return rows[0]!.count;
}

/** Gathers what an index tells of all datasets, and keeps what is readable. @returns undefined where it is too much */
async function gather(
  { db }: Ask,
  { readable, inside }: Reach,
  matches: RawBuilder<unknown>,
  { start, limit }: Part,
  most: number,
): Promise<readonly Hit[] | undefined> {
  const behind =
    start === undefined
      ? sql`true`
      : sql`(candidates.dataset_id, candidates.path) > (${start.datasetId}::uuid, ${start.path}::text)`;
  const { rows } = await sql<Looked>`
    with ${readable},
    candidates as materialized (
      select dataset_id, path, name from entries where ${matches} and ${inside} limit ${most + 1}::integer),
    page as (
      select * from candidates where dataset_id in (select id from readable) and ${behind}
      order by dataset_id, path limit ${limit}::integer)
    select (select count(*)::integer from candidates) as count,
      coalesce((select json_agg(${hitOf(sql`page`)} order by dataset_id, path) from page), '[]') as hits`.execute(db);
  return rows[0]!.count > most ? undefined : rows[0]!.hits;
}
