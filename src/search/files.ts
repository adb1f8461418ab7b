import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '../access/index.ts';
import { inTree } from '../database/index.ts';
import { mayFindDataset } from '../organizations/index.ts';
import { partsOfNames } from './file-parts.ts';
import type { FileEffort, Hit, Reach } from './file-reach.ts';
import { MATCHES, type Found, type Placed, type Wanted } from './found.ts';
import type { Question } from './question.ts';
import type { Ask } from './time-limit.ts';

const [EXACT, PREFIX, PART] = [0, 1, 2];

/**
 * Entries by their names: those that are the text, those that begin with it, those that hold the words; of each in the order of
 * datasets. What may be read is decided in each statement.
 */
export async function findFiles(
  ask: Ask,
  caller: Caller | undefined,
  question: Question,
  { after, limit }: Wanted,
  effort: FileEffort,
): Promise<Placed[]> {
  const reach = reachOf(caller);
  const { text, textEnd } = question;
  const ranges = [sql`entries.name = ${text}`, sql`entries.name > ${text} and entries.name < ${textEnd}`] as const;
  const hits: (Hit & { readonly rank: number })[] = [];
  for (let rank = after?.rank ?? EXACT; rank <= PART && hits.length < limit; rank += 1) {
    await ask.next();
    const start = after?.rank === rank ? { datasetId: after.id, name: after.name, path: after.path } : undefined;
    const wanted = { start, limit: limit - hits.length };
    const range = rank === PART ? undefined : ranges[rank === PREFIX ? 1 : 0];
    const found =
      range === undefined
        ? await partsOfNames(ask, reach, question, wanted, effort)
        : await inRange(ask, reach, range, wanted);
    hits.push(...found.map((hit) => ({ ...hit, rank })));
  }
  if (hits.length === 0) return [];
  await ask.next();
  return present(ask, caller, hits);
}

function reachOf(caller: Caller | undefined): Reach {
  const path = caller?.scope?.path ?? '';
  return {
    readable: sql`readable as materialized (
      select datasets.id from datasets join organizations on organizations.id = datasets.organization_id
      where datasets.entry_count > 0 and ${mayFindDataset(caller)})`,
    inside: path === '' ? sql`true` : inTree(path),
  };
}

/** Each dataset is asked by its index of names, and only until the page is full. */
async function inRange(
  { db }: Ask,
  { readable, inside }: Reach,
  range: RawBuilder<unknown>,
  { start, limit }: { readonly start: Hit | undefined; readonly limit: number },
): Promise<Hit[]> {
  const begin = (value: string | undefined) =>
    sql`case when dataset.id = ${start?.datasetId ?? null}::uuid then ${value ?? ''}::text else '' end`;
  const { rows } = await sql<Hit>`
    with ${readable}
    select dataset.id as "datasetId", step.name, step.path
    from (select id from readable where ${start?.datasetId ?? null}::uuid is null or id >= ${start?.datasetId ?? null}::uuid order by id) dataset
    cross join lateral (
      select name, path from entries
      where dataset_id = dataset.id and ${range} and ${inside} and (name, path) > (${begin(start?.name)}, ${begin(start?.path)})
      order by name, path limit ${limit}::integer) step
    order by dataset.id, step.name, step.path limit ${limit}::integer`.execute(db);
  return rows;
}

/** What was found, as it is now: what went meanwhile, or may no longer be read, is left out. */
async function present(
  { db }: Ask,
  caller: Caller | undefined,
  hits: readonly (Hit & { readonly rank: number })[],
): Promise<Placed[]> {
  const { rows } = await sql<Omit<Found, 'kind' | 'match' | 'text'> & { readonly index: number }>`
    select hit.index::integer as index, organizations.slug as "orgSlug", organizations.name as organization, datasets.slug as "dsSlug",
      coalesce((
        select data #>> '{}' from dataset_metadata meta
        where meta.dataset_id = datasets.id and meta.path = '' and meta.key = 'name'
        order by meta.changed_at desc, meta.id desc limit 1), datasets.slug) as dataset,
      entries.path, entries.type, datasets.visibility > 0 as "isPublic"
    from unnest(${hits.map(({ datasetId }) => datasetId)}::uuid[], ${hits.map(({ path }) => path)}::text[])
      with ordinality hit (dataset_id, path, index)
    join entries on entries.dataset_id = hit.dataset_id and entries.path = hit.path
    join datasets on datasets.id = hit.dataset_id join organizations on organizations.id = datasets.organization_id
    where ${mayFindDataset(caller)} order by hit.index`.execute(db);
  return rows.map(({ index, ...facts }) => {
    const { datasetId: id, name, path, rank } = hits[index - 1]!;
    return {
      found: { kind: 'file', match: MATCHES[rank]!, ...facts, text: null },
      end: { kind: 'file', rank, id, name, path },
    };
  });
}
