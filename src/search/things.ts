import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Caller } from '../access/index.ts';
import { mayFindDataset, mayReadOrganization } from '../organizations/index.ts';
import { MATCHES, type Found, type Placed, type Wanted } from './found.ts';
import type { Question } from './question.ts';
import type { Ask } from './time-limit.ts';

interface Row extends Omit<Found, 'kind' | 'match' | 'path' | 'type'> {
  readonly id: string;
  readonly rank: number;
  readonly sortName: string;
}

/** Organizations that the caller may read, by their names and descriptions. */
export async function findOrganizations(
  { db }: Ask,
  caller: Caller | undefined,
  question: Question,
  { after, limit }: Wanted,
): Promise<Placed[]> {
  const { rows } = await sql<Row>`
    select page.*, organizations.slug as "orgSlug", organizations.name as organization, null as "dsSlug", null as dataset,
      organizations.description as text, organizations.is_public as "isPublic"
    from (
      select * from (
        select organizations.id, ${rankOf(question, sql`organizations.slug`)} as rank, texts.name as "sortName"
        from organization_texts texts join organizations on organizations.id = texts.organization_id
        where ${holdsWords(question)} and ${mayReadOrganization(caller)}
      ) matches where ${isBehind(after)} order by rank, "sortName", id limit ${limit}::integer
    ) page join organizations using (id) order by rank, "sortName", id`.execute(db);
  return rows.map((row) => placed('organization', row));
}

/**
 * Datasets that the caller may find, by their names, taglines and tags. @param among only these, which lie where it is asked for:
 * then the match is the place, whatever the words
 */
export async function findDatasets(
  { db }: Ask,
  caller: Caller | undefined,
  question: Question,
  { after, limit }: Wanted,
  among?: readonly string[],
): Promise<Placed[]> {
  const byPlace = among !== undefined;
  const rank = byPlace ? sql`${MATCHES.indexOf('place')}::integer` : rankOf(question, sql`datasets.slug`);
  const { rows } = await sql<Row>`
    select page.*, organizations.slug as "orgSlug", organizations.name as organization, datasets.slug as "dsSlug",
      coalesce(${datasetMetadata('name')}, datasets.slug) as dataset, ${datasetMetadata('tagline')} as text,
      datasets.visibility > 0 as "isPublic"
    from (
      select * from (
        select datasets.id, ${rank} as rank, texts.name as "sortName"
        from dataset_texts texts join datasets on datasets.id = texts.dataset_id
          join organizations on organizations.id = datasets.organization_id
        where ${holdsWords(question)} and ${mayFindDataset(caller)}
          and ${byPlace ? sql`datasets.id = any(${[...among]}::uuid[])` : sql`true`}
      ) matches where ${isBehind(after)} order by rank, "sortName", id limit ${limit}::integer
    ) page join datasets using (id) join organizations on organizations.id = datasets.organization_id
    order by rank, "sortName", page.id`.execute(db);
  return rows.map((row) => placed('dataset', row));
}

/** The last value of the dataset itself, as where a dataset is shown. */
export const datasetMetadata = (key: 'name' | 'tagline'): RawBuilder<string | null> => sql`(
  select data #>> '{}' from dataset_metadata meta where meta.dataset_id = datasets.id and meta.path = '' and meta.key = ${key}
  order by meta.changed_at desc, meta.id desc limit 1)`;

const holdsWords = ({ patterns }: Question): RawBuilder<SqlBool> =>
  patterns.length === 0
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(${sql.join(
        patterns.map((pattern) => sql`texts.words like ${pattern}`),
        sql` and `,
      )})`;

/** Where in `MATCHES` the words are found in the name or the slug; else they are in other texts. */
function rankOf({ text, textEnd }: Question, slug: RawBuilder<unknown>): RawBuilder<number> {
  const either = (condition: (name: RawBuilder<unknown>) => RawBuilder<unknown>) =>
    sql`(${condition(sql`texts.name`)} or ${condition(slug)})`;
  return sql`case
    when ${either((name) => sql`${name} = ${text}::text`)} then 0
    when ${either((name) => sql`${name} >= ${text}::text and ${name} < ${textEnd}::text`)} then 1
    when ${either((name) => sql`strpos(${name}, ${text}::text) > 0`)} then 2 else 3 end`;
}

const isBehind = (after: Wanted['after']): RawBuilder<SqlBool> =>
  after === undefined
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(rank, "sortName", id) > (${after.rank}::integer, ${after.name}::text, ${after.id}::uuid)`;

function placed(kind: 'organization' | 'dataset', { id, rank, sortName, ...row }: Row): Placed {
  const { orgSlug, organization, dsSlug, dataset, text, isPublic } = row;
  const facts = { orgSlug, organization, dsSlug, dataset, text, isPublic };
  const end = { kind, rank, id, name: sortName, path: '' };
  return { found: { kind, match: MATCHES[rank]!, ...facts, path: null, type: null }, end };
}
